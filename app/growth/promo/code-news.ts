import { useSyncExternalStore } from "react";

/** What became of a code she came with. */
export interface CodeNotice {
  readonly kind: "success" | "warning";
  readonly text: string;
  /** It takes the focus: what she pressed has gone. */
  readonly read?: true;
}

/** She followed the link she passes on to her friends. */
export const ownReferralLinkNotice: CodeNotice = {
  kind: "warning",
  text: "This is your own link. Pass it on to a friend.",
};

let current: CodeNotice | null = null;
const listeners = new Set<() => void>();

/** Tells her what became of a code; null once she has read it. */
export function showCodeNotice(next: CodeNotice | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What she is to be told of a code now. */
export const useCodeNotice = (): CodeNotice | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
