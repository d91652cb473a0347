import { isTaken } from "#clinic/ui/taken-keys.ts";

/** Longer than a scanner's pause between two keys, and too short to be noticed by whoever presses one, ms. */
const pause = 80;
/** Nobody presses so many keys so fast, so these aren't commands, ended by a scanner's key or not. */
const fewest = 4;

/**
 * A scanner's letters are commands of a page where no field has the focus: an `l` of a code would print labels. So keys are held back until it's clear
 * whether more come at once; what was pressed alone is pressed then.
 */
export function createKeyHold(): KeyHold {
  let held: KeyboardEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const released = new WeakSet<Event>();
  const take = () => {
    clearTimeout(timer);
    const keys = held;
    held = [];
    return keys;
  };
  const release = () => {
    const keys = take();
    if (keys.length >= fewest) return;
    for (const { key, code, shiftKey, target } of keys) {
      const again = new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true });
      released.add(again);
      target?.dispatchEvent(again);
    }
  };
  return {
    isReleased: (event) => released.has(event),
    hold: (event) => {
      if (!mayBeScanned(event)) return release();
      event.stopPropagation();
      held.push(event);
      clearTimeout(timer);
      timer = setTimeout(release, pause);
    },
    drop: () => void take(),
  };
}

export interface KeyHold {
  /** It was held back before, and is pressed now. */
  readonly isReleased: (event: KeyboardEvent) => boolean;
  /** Holds a key back that a scanner may be typing; another one releases those before it. */
  readonly hold: (event: KeyboardEvent) => void;
  /** They were a scan. */
  readonly drop: () => void;
}

const mayBeScanned = ({ key, ctrlKey, altKey, target }: KeyboardEvent): boolean =>
  key.length === 1 && key !== " " && !ctrlKey && !altKey && !isTaken(target, key);
