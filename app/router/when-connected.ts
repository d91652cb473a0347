/** Set while the browser has said, since this page was opened, that the connection is gone: one that always says so is not believed. */
let cut = false;
globalThis.addEventListener?.("offline", () => (cut = true));
globalThis.addEventListener?.("online", () => (cut = false));

/** Whether the connection is gone, as far as the browser tells. */
export const isCut = (): boolean => cut;

/** Resolves as soon as there is a connection. A browser keeps an import that failed, so none begins without. */
export const whenConnected = (): Promise<void> =>
  new Promise((resolve) => (cut ? addEventListener("online", () => resolve(), { once: true }) : resolve()));
