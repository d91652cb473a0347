/** What is focused, as far as it decides who handles a key. */
export interface Focused {
  /** In capitals, as the page has it. */
  readonly tag: string;
  /** Of an input. */
  readonly type: string;
  readonly editable: boolean;
  readonly inDialog: boolean;
}

const focusedOf = (target: EventTarget | null): Focused | null =>
  target instanceof HTMLElement
    ? {
        tag: target.tagName,
        type: target instanceof HTMLInputElement ? target.type : "",
        editable: target.isContentEditable,
        inDialog: target.closest("dialog") !== null,
      }
    : null;

/** Whether a key belongs to what is focused. A letter means nothing to a choice, so that it stays the page's. */
export function takesKey({ tag, type, editable, inDialog }: Focused, key: string): boolean {
  if (inDialog) return true;
  if (tag === "INPUT" && (type === "radio" || type === "checkbox")) return key.length > 1 || key === " ";
  return editable || tag === "INPUT" || tag === "TEXTAREA" || tag === "SELECT";
}

/** Whether keys pressed there belong to what is focused. */
export function isTaken(target: EventTarget | null, key: string): boolean {
  const focused = focusedOf(target);
  return focused !== null && takesKey(focused, key);
}

/** Whether Escape leaves the field somebody is in; not where something else uses the key, like a list or a dialog that closes. */
export const escapeLeaves = (
  focused: Focused | null,
  { key, defaultPrevented }: Pick<KeyboardEvent, "key" | "defaultPrevented">,
): boolean => key === "Escape" && !defaultPrevented && focused !== null && !focused.inDialog && takesKey(focused, key);

/** The same of a press. */
export const leavesField = (event: KeyboardEvent): boolean => escapeLeaves(focusedOf(event.target), event);
