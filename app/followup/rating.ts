import { type Observable, observable } from "#app/api/observable.ts";

/** What she chose, and whether it has reached us. */
export interface RatingState {
  readonly chosen: number | null;
  /** `failed`: it did not reach us, and she knows. */
  readonly status: "open" | "sending" | "sent" | "failed";
  readonly problem: unknown;
}

/** The 1 to 10 of the exit modal: hers to give or not. */
export interface FollowupRating extends Pick<Observable<RatingState>, "get" | "subscribe"> {
  readonly choose: (rating: number) => void;
  /** Sends what she chose, if she did and it is not sent; resolves with whether there is nothing left to send. */
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
