import { useSyncExternalStore } from "react";

/** The outcome of a code the patient came with. */
export interface CodeNotice {
  readonly tone: "success" | "warning";
  readonly text: string;
  /** The notice takes the focus, because the button that was pressed is gone. */
  readonly read?: true;
}

/** The patient followed their own referral link. */
export const ownReferralLinkNotice: CodeNotice = {
  tone: "warning",
  text: "This is your own link. Pass it on to a friend.",
};

let current: CodeNotice | null = null;
const listeners = new Set<() => void>();

/** Shows the outcome of a code; null once the patient has dismissed it. */
export function showCodeNotice(next: CodeNotice | null): void {
  current = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The current notice about a code. */
export const useCodeNotice = (): CodeNotice | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
