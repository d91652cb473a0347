import { type ApiError, isApiError } from "#app/api/api-error.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { followup } from "#contract/followup.ts";
import { type Observable, observable } from "#app/browser/observable.ts";

type AppliedDiscount = Output<typeof followup.applyCoupon>;

/** The badge of a completed follow-up (spec §4). */
export type BadgeState =
  | { readonly status: "none" | "pending" }
  | { readonly status: "success"; readonly text: string }
  | { readonly status: "error"; readonly message: string };

/** The discount of one follow-up, and its badge. */
export interface FollowupDiscount extends Pick<Observable<{ badge: BadgeState }>, "get" | "subscribe"> {
  /** Applies the discount unless it is applied or being applied: it is never applied twice. */
  readonly apply: () => Promise<void>;
}

/** Shown if there is no message from the server (spec §8). */
export const discountFailedText = "Something went wrong while processing the discount.";

/** `apply` gets the same key for an attempt and its repeats; the server gives one discount per follow-up. */
export function createFollowupDiscount(
  apply: (key: string) => Promise<AppliedDiscount>,
  newKey: () => string,
): FollowupDiscount {
  const state = observable<{ badge: BadgeState }>({ badge: { status: "none" } });
  let key = newKey();
  return {
    get: state.get,
    subscribe: state.subscribe,
    apply: async () => {
      const { status } = state.get().badge;
      if (status === "pending" || status === "success") return;
      state.set({ badge: { status: "pending" } });
      try {
        const { coupon } = await apply(key);
        state.set({ badge: { status: "success", text: successText(coupon) } });
      } catch (error) {
        // Without a response the discount may have been applied: the retry is the same request.
        if (isServerError(error)) key = newKey();
        state.set({ badge: { status: "error", message: isServerError(error) ? error.message : discountFailedText } });
      }
    },
  };
}

const isServerError = (error: unknown): error is ApiError =>
  isApiError(error) && error.code !== "network" && error.code !== "unexpected_reply";

function successText({ percent, amount }: AppliedDiscount["coupon"]): string {
  return percent === null ? `${formatDollars(amount ?? 0)} off your next charge` : `${percent}% off your next charge`;
}
