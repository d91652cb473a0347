const bus = new EventTarget();

/** Calls `listener` with the payload of each event of this type. One that throws stops neither the others nor the widget. */
export function on(type: string, listener: (payload: unknown) => unknown): void {
  bus.addEventListener(type, (event) => {
    if (listener((event as CustomEvent).detail) === false) event.preventDefault();
  });
}

/** Calls the listeners; false when one of them returned false. */
export const emit = (type: string, detail?: unknown): boolean =>
  bus.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }));
