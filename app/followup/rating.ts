import { type Observable, observable } from "#app/browser/observable.ts";

/** The chosen rating and whether it was sent. */
export interface RatingState {
  readonly chosen: number | null;
  /** `failed`: it was not sent, and the patient is told. */
  readonly status: "open" | "sending" | "sent" | "failed";
  readonly problem: unknown;
}

/** The 1 to 10 rating of the exit modal; optional. */
export interface FollowupRating extends Pick<Observable<RatingState>, "get" | "subscribe"> {
  readonly choose: (rating: number) => void;
  /** Sends the chosen rating if it is not sent yet; resolves with whether nothing is left to send. */
  readonly send: () => Promise<boolean>;
}

/** `sendRating` may be called again with the same or another rating: the last one counts. */
export function createFollowupRating(sendRating: (rating: number) => Promise<unknown>): FollowupRating {
  const state = observable<RatingState>({ chosen: null, status: "open", problem: null });
  return {
    get: state.get,
    subscribe: state.subscribe,
    choose: (chosen) => state.set({ chosen, status: "open", problem: null }),
    send: async () => {
      const { chosen, status } = state.get();
      if (chosen === null || status === "sent") return true;
      if (status === "sending") return false;
      state.set({ status: "sending" });
      try {
        await sendRating(chosen);
        if (state.get().chosen === chosen) state.set({ status: "sent" });
        return true;
      } catch (problem) {
        if (state.get().chosen === chosen) state.set({ status: "failed", problem });
        return false;
      }
    },
  };
}
