import type * as z from "zod/mini";
import type { CancelOffer, SubscriptionStatus } from "#contract/entities.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { subscriptionObstacles as say } from "../obstacle-texts.ts";
import { discontinuedText } from "../texts.ts";

/** The facts that decide what a patient may do with a subscription. */
export interface SubscriptionFacts {
  readonly status: z.output<typeof SubscriptionStatus>;
  /** The doctor approved it; a `pending` one is then being paid. */
  readonly approved: boolean;
  readonly pausedUntil: string | null;
  /** A prescription order is scheduled; none is while its charge is under way. */
  readonly planned: boolean;
  /** Its next prescription order is on hold until the doctor prescribes it again. */
  readonly held: boolean;
  /** The doctor discontinued what it ships, and the patient has agreed to no replacement. */
  readonly stopped: boolean;
  readonly offerTaken: boolean;
  /** What the practice offers before a cancellation. */
  readonly offer: z.output<typeof CancelOffer> | null;
}

export type SubscriptionAction = "pause" | "resume" | "preventcancel" | "cancel";

const rules: Readonly<Record<SubscriptionAction, (facts: SubscriptionFacts) => string | null>> = {
  pause({ status, pausedUntil, planned, held: onHold, stopped: discontinued }) {
    if (status === "pending") return say.pending;
    if (status === "cancelled") return say.cancelled;
    if (status === "past_due") return say.pastDuePause;
    if (status === "paused") return say.pausedAlready(formatDay(pausedUntil ?? ""));
    if (onHold) return discontinued ? discontinuedText : say.held;
    return planned ? null : say.bankConfirms;
  },
  resume({ status, held: onHold, stopped: discontinued }) {
    if (status === "cancelled") return say.cancelled;
    if (status !== "paused") return say.notPaused;
    if (!onHold) return null;
    return discontinued ? discontinuedText : say.held;
  },
  preventcancel({ status, offer: cancelOffer, offerTaken: cancelOfferAccepted, planned, held: onHold }) {
    if (status === "cancelled") return say.cancelled;
    return status === "active" && planned && !onHold && cancelOffer !== null && !cancelOfferAccepted
      ? null
      : say.noOffer;
  },
  cancel({ status, approved }) {
    if (status === "pending" && !approved) return say.pending;
    return status === "cancelled" ? say.cancelled : null;
  },
};

/** Why the patient may not take the action now and what they can do instead; null when they may. */
export const subscriptionObstacle = (action: SubscriptionAction, facts: SubscriptionFacts): string | null =>
  rules[action](facts);

/** What the patient may do with a subscription now. */
export const subscriptionActions = (facts: SubscriptionFacts): SubscriptionAction[] =>
  (["pause", "resume", "preventcancel", "cancel"] as const).filter((action) => rules[action](facts) === null);
