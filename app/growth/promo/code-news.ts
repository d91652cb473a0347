import { useSyncExternalStore } from "react";
import { observable } from "#app/browser/observable.ts";

/** The outcome of a code the patient came with. */
export interface CodeNotice {
  readonly tone: "success" | "warning";
  readonly text: string;
  /** The notice takes the focus, because the button that was pressed is gone. */
  readonly takesFocus?: true;
}

/** The patient followed their own referral link. */
export const ownReferralLinkNotice: CodeNotice = {
  tone: "warning",
  text: "This is your own link. Share it with a friend.",
};

const state = observable<{ notice: CodeNotice | null }>({ notice: null });

/** Shows the outcome of a code; null once the patient has dismissed it. */
export const showCodeNotice = (notice: CodeNotice | null): void => state.set({ notice });

/** The current notice about a code. */
export const useCodeNotice = (): CodeNotice | null =>
  useSyncExternalStore(
    state.subscribe,
    () => state.get().notice,
    () => null,
  );
