import type { Kind } from "./find.ts";

/** A key by the name both drivers use for it. */
export type Key = "Tab" | "Enter" | "Space" | "ArrowDown";

/** A page, or a frame in it, in any engine. */
export interface Tab {
  readonly open: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Clicks a visible element, once it is there. */
  readonly press: (kind: Kind, name: string) => Promise<void>;
  /** Types into a field, after its present text. */
  readonly write: (name: string, text: string) => Promise<void>;
  /** Chooses an option of a list. */
  readonly pick: (name: string, option: string) => Promise<void>;
  /** Chooses a file of this machine, in a field that may be hidden. */
  readonly attach: (name: string, path: string) => Promise<void>;
  /** Types into the focused element. */
  readonly type: (text: string) => Promise<void>;
  readonly key: (key: Key) => Promise<void>;
  /** Whether such an element is visible at the moment. */
  readonly has: (kind: Kind, name: string) => Promise<boolean>;
  /** Evaluates an expression in the page. */
  readonly read: <T>(expression: string) => Promise<T>;
  /** Switches to the frame inside the page, or back to the page, for all later calls. */
  readonly within: (frame: "frame" | "page") => Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** A tab in a new, empty profile. */
  readonly tab: () => Promise<{ tab: Tab; close: () => Promise<void> }>;
  readonly close: () => Promise<void>;
}

const timeoutMs = 30_000;

/** Asks again until the answer is neither null, false nor undefined: neither driver waits by itself. Fails after 30 s. */
export async function until<T>(what: string, ask: () => Promise<T | null | false | undefined>): Promise<T> {
  const from = performance.now();
  let last: unknown = "";
  while (performance.now() - from < timeoutMs) {
    try {
      const answer = await ask();
      if (answer !== null && answer !== false && answer !== undefined) return answer;
    } catch (error) {
      // Between two pages there is no document to ask.
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Waited in vain for: ${what}. ${String(last)}`);
}
