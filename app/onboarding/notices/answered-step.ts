import { navigate, useHistoryState } from "wouter/use-browser-location";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { AnswerNotice, Interstitial } from "#contract/onboarding/steps.ts";

/**
 * A saved step that the patient has not left yet, because its answers raised something to read first, and where the visit continues. Kept in the
 * history state of the answered screen, so that a reload loses nothing.
 */
export interface AnsweredStep {
  /** Notices that were not on screen when the patient went on. */
  readonly notices: readonly AnswerNotice[];
  /** The patient's text reveals an emergency: whom to turn to. */
  readonly emergency: Emergency | null;
  readonly stepTitle: string;
  readonly progress: number;
  readonly next: string;
  readonly interstitial: Interstitial | null;
}

export const useAnsweredStep = (): AnsweredStep | null => {
  const state = useHistoryState<AnsweredStep | null>();
  return state?.notices ? state : null;
};

/** Keeps the patient at `href`, the address of the answered screen. */
export const stayAt = (href: string, answered: AnsweredStep): void =>
  navigate(href, { replace: true, state: answered });

export const clearAnsweredStep = (): void =>
  navigate(location.pathname + location.search, { replace: true, state: null });
