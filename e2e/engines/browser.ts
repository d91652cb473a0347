import type { Kind } from "./find.ts";

/** A key by the name both drivers know it by. */
export type Key = "Tab" | "Enter" | "Space" | "ArrowDown";

/** A page, or a frame in it, in some engine. */
export interface Tab {
  readonly open: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Presses what somebody sees, once it is there. */
  readonly press: (kind: Kind, name: string) => Promise<void>;
  /** Types into a field, after what stands there. */
  readonly write: (name: string, text: string) => Promise<void>;
  /** Chooses from a list. */
  readonly pick: (name: string, option: string) => Promise<void>;
  /** Types where the focus is. */
  readonly type: (text: string) => Promise<void>;
  readonly key: (key: Key) => Promise<void>;
  /** Is it there now? */
  readonly has: (kind: Kind, name: string) => Promise<boolean>;
  /** What an expression is, in the page. */
  readonly read: <T>(expression: string) => Promise<T>;
  /** Works inside the page's frame from then on, or in the page again. */
  readonly within: (frame: "frame" | "page") => Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** A tab in a profile of its own, with nothing in it. */
  readonly tab: () => Promise<{ tab: Tab; close: () => Promise<void> }>;
  readonly close: () => Promise<void>;
}

const timeoutMs = 30_000;

/** Asks again until the answer is yes; both drivers wait for nothing by themselves. */
export async function until<T>(what: string, ask: () => Promise<T | null | false | undefined>): Promise<T> {
  const from = performance.now();
  let last: unknown = "";
  while (performance.now() - from < timeoutMs) {
    try {
      const answer = await ask();
      if (answer !== null && answer !== false && answer !== undefined) return answer;
    } catch (error) {
      // Between two pages there is none to ask.
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Waited in vain for: ${what}. ${String(last)}`);
}
