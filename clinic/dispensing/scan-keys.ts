import { looksLikeBoxCode } from "#contract/dispensing/box-code.ts";

/**
 * A scanner is a keyboard that types fast and ends with Enter or Tab. What somebody types in a field is the same keys, slower: a text is taken for a
 * scan when it has the form of a box's code, or when nobody types so fast.
 */

/** Longer pauses begin a new text, ms. */
const longestPause = 300;
/** Nobody types eight characters this fast, ms for each. */
const scannerPace = 35;
const fewest = 8;
const separator = "\u001d";

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  /** ms. */
  readonly at: number;
}

/** What was typed without a pause. */
export interface TypedRun {
  readonly text: string;
  readonly began: number;
  readonly last: number;
  /** The digits of a character that is typed as Alt and its number. */
  readonly altDigits: string;
}
export const nothingTyped: TypedRun = { text: "", began: 0, last: 0, altDigits: "" };

const silent = new Set(["Shift", "Control", "Alt", "AltGraph", "CapsLock", "NumLock", "Meta"]);

/** What a key adds: a scanner's separator comes as Ctrl+], F8 or Alt+029. Null for a key that ends the text. */
function added({ key, ctrlKey, altKey }: PressedKey): string | null {
  if (key === "F8" || (ctrlKey && (key === "]" || key === separator))) return separator;
  // AltGr is Ctrl and Alt, and types a character.
  return key.length === 1 && ctrlKey === altKey ? key : null;
}

const isScan = ({ text, began, last }: TypedRun): boolean =>
  looksLikeBoxCode(text) || (text.length >= fewest && (last - began) / (text.length - 1) < scannerPace);

/**
 * Whether a key comes at a scanner's pace within a text that begins like a code, with a digit, a capital or a sign: it's no command. Commands are small
 * letters, and a code whose letters Caps Lock has made small begins with none of them.
 */
export const isWithinCode = ({ text, last }: TypedRun, { key, at }: PressedKey): boolean =>
  key.length === 1 && at - last <= scannerPace && /^[^a-z]/.test(text);

/** The text after a key, and what was scanned where this key ends a scan. */
export function afterKey(
  before: TypedRun,
  pressed: PressedKey,
): { readonly run: TypedRun; readonly scanned: string | null } {
  const { key, altKey, ctrlKey, at } = pressed;
  const run = at - before.last > longestPause ? nothingTyped : before;
  if (silent.has(key)) return { run: { ...run, last: run.text === "" ? run.last : at }, scanned: null };
  if (key === "Enter" || key === "Tab") return { run: nothingTyped, scanned: isScan(run) ? run.text : null };
  const began = run.text === "" ? at : run.began;
  if (altKey && !ctrlKey && /^\d$/.test(key)) {
    const altDigits = run.altDigits + key;
    const isWhole = /^0{1,2}29$/.test(altDigits);
    return {
      run: { began, last: at, text: isWhole ? run.text + separator : run.text, altDigits: isWhole ? "" : altDigits },
      scanned: null,
    };
  }
  const more = added(pressed);
  if (more === null) return { run: nothingTyped, scanned: null };
  return { run: { text: run.text + more, began, last: at, altDigits: "" }, scanned: null };
}
