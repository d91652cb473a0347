import type { FromFrame, ToFrame } from "#contract/cart/frame.ts";
import { frameVersion } from "#contract/cart/frame-limits.ts";

/** What the frame posts to the page around it, without the protocol's version. */
export type FrameMessage = FromFrame extends infer M ? (M extends FromFrame ? Omit<M, "cart"> : never) : never;

/** Why a message was dropped. */
export type DropReason = "origin" | "window" | "version" | "shape";

export interface Bridge {
  /** Another window frames this one. */
  readonly framed: boolean;
  /** Posts a message to the marketing page; nothing when there is none. */
  readonly post: (message: FrameMessage) => void;
  /** Starts to listen and posts that it does. */
  readonly start: (onMessage: (message: ToFrame) => void) => void;
}

/**
 * The frame's side of the message protocol with the marketing page. Only messages of the window that frames us, from exactly the marketing origin, of
 * this version and shape are accepted; all others are counted and dropped.
 */
export function createBridge(services: {
  readonly win: Pick<Window, "addEventListener"> & { readonly parent: Window };
  readonly self: Window;
  readonly marketingOrigin: string;
  /** A message of the right shape, or null. */
  readonly parseMessage: (data: unknown) => ToFrame | null;
  readonly countDropped: (reason: DropReason) => void;
}): Bridge {
  const { win, self, marketingOrigin, parseMessage, countDropped } = services;
  const framed = win.parent !== self;

  function classifyMessage({ origin, source, data }: MessageEvent<unknown>): ToFrame | DropReason {
    if (!framed || source !== win.parent) return "window";
    if (origin !== marketingOrigin || origin === "null") return "origin";
    if (typeof data !== "object" || data === null) return "shape";
    if ((data as { cart?: unknown }).cart !== frameVersion) return "version";
    return parseMessage(data) ?? "shape";
  }

  const postToPage = (message: FrameMessage) => {
    if (framed) win.parent.postMessage({ cart: frameVersion, ...message }, marketingOrigin);
  };
  return {
    framed,
    post: postToPage,
    start: (onMessage) => {
      win.addEventListener("message", (event) => {
        const result = classifyMessage(event);
        if (typeof result === "string") countDropped(result);
        else onMessage(result);
      });
      postToPage({ type: "ready" });
    },
  };
}

/** Counts dropped messages by reason; reports the first of each and every hundredth, so that a flood stays quiet. */
export function createDroppedCounter(report: (reason: string) => void): (reason: DropReason) => void {
  const counts = new Map<DropReason, number>();
  return (reason) => {
    const count = (counts.get(reason) ?? 0) + 1;
    counts.set(reason, count);
    if (count === 1 || count % 100 === 0) report(`${reason}: ${count}`);
  };
}
