/** What of a key press decides what it does. */
export interface KeyPress {
  readonly key: string;
  readonly modified: boolean;
  /** Somebody is typing, or a dialog is open: keys belong to it. */
  readonly taken: boolean;
}

export interface KeyState {
  /** `g` was pressed last, at that moment. */
  readonly goingSince: number | null;
}

export type KeyAction =
  | { readonly kind: "go"; readonly letter: string }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "none" };

/** How long `g` waits for its letter, ms. */
const goWaitMs = 1500;
const none = { kind: "none" } as const;

/** `g` and a letter goes somewhere; any other single key is itself. */
export function nextKey(
  { goingSince }: KeyState,
  { key, modified, taken }: KeyPress,
  now: number,
): { readonly state: KeyState; readonly action: KeyAction } {
  const idle: KeyState = { goingSince: null };
  if (modified || taken || key === "Shift") return { state: taken ? idle : { goingSince }, action: none };
  if (goingSince !== null && now - goingSince <= goWaitMs) return { state: idle, action: { kind: "go", letter: key } };
  if (key === "g") return { state: { goingSince: now }, action: none };
  return { state: idle, action: { kind: "key", key } };
}
