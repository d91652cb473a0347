import type { FromFrame, ToFrame } from "#contract/frame.ts";
import { frameVersion } from "#contract/frame-limits.ts";

/** What the frame says to the page around it, without the protocol's version. */
export type News = FromFrame extends infer M ? (M extends FromFrame ? Omit<M, "cart"> : never) : never;

/** Why a message was dropped. */
export type Dropped = "origin" | "window" | "version" | "shape";

export interface Bridge {
  /** Another window frames this one. */
  readonly framed: boolean;
  /** Says something to the marketing page; nothing when there is none. */
  readonly tell: (news: News) => void;
  /** Starts to listen and says that it does. */
  readonly start: (hear: (message: ToFrame) => void) => void;
}

/**
 * The frame's side of the conversation with the marketing page. Only messages of the window that frames us, from exactly the
 * marketing origin, of this version and shape are heard; every other one is counted and dropped.
 */
export function createBridge(parts: {
  readonly win: Pick<Window, "addEventListener"> & { readonly parent: Window };
  readonly self: Window;
  readonly marketingOrigin: string;
  /** A message of the right shape, or null. */
  readonly read: (data: unknown) => ToFrame | null;
  readonly count: (reason: Dropped) => void;
}): Bridge {
  const { win, self, marketingOrigin, read, count } = parts;
  const framed = win.parent !== self;

  function judge({ origin, source, data }: MessageEvent<unknown>): ToFrame | Dropped {
    if (!framed || source !== win.parent) return "window";
    if (origin !== marketingOrigin || origin === "null") return "origin";
    if (typeof data !== "object" || data === null) return "shape";
    if ((data as { cart?: unknown }).cart !== frameVersion) return "version";
    return read(data) ?? "shape";
  }

  const tell = (news: News) => {
    if (framed) win.parent.postMessage({ cart: frameVersion, ...news }, marketingOrigin);
  };
  return {
    framed,
    tell,
    start: (hear) => {
      win.addEventListener("message", (event) => {
        const heard = judge(event);
        if (typeof heard === "string") count(heard);
        else hear(heard);
      });
      tell({ type: "ready" });
    },
  };
}
