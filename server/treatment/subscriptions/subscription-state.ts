import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { DecidedOrderState } from "../prescription-orders/order-state.ts";

/**
 * Where a subscription is, as a title and sentences: decided here for every screen that says it. What its next charge is on which card, and until when
 * the medicine at home lasts, is said beside it.
 */

export interface SubscriptionStateFacts {
  readonly status: Subscription["status"];
  /** Of its newest prescription order; null without any. */
  readonly newest: DecidedOrderState["kind"] | null;
  /** Of the one to be charged next; null where none is planned. */
  readonly next: DecidedOrderState | null;
  readonly nextChargeOn: string | null;
  /** The status in one sentence, for where there is nothing more to say. */
  readonly inShort: Sentence;
  readonly startsOn: string | null;
  readonly pausedUntil: string | null;
  readonly cancelledOn: string | null;
  /** What is owed, or charged next, in words. */
  readonly sum: string;
  /** Something paid for has not arrived. */
  readonly isOnItsWay: boolean;
}

export interface DecidedSubscriptionState {
  readonly label: Sentence;
  readonly title: Sentence;
  readonly lines: readonly Sentence[];
}

export function subscriptionState(facts: SubscriptionStateFacts): DecidedSubscriptionState {
  switch (facts.status) {
    case "pending":
      return pendingState(facts);
    case "active":
      return activeState(facts);
    case "paused":
      return pausedState(facts);
    case "past_due":
      return {
        label: sentence("treatment.label_past_due"),
        title: sentence("treatment.state_past_due"),
        lines: [
          facts.nextChargeOn === null
            ? sentence("treatment.state_past_due_no_retry", { sum: facts.sum })
            : sentence("treatment.state_past_due_retry", {
                sum: facts.sum,
                day: formatDayWithYear(facts.nextChargeOn),
              }),
          sentence("treatment.state_past_due_unsent"),
        ],
      };
    case "cancelled":
      return {
        label: sentence("treatment.label_cancelled"),
        title:
          facts.cancelledOn === null
            ? sentence("treatment.label_cancelled")
            : sentence("treatment.state_cancelled_on", { day: formatDayWithYear(facts.cancelledOn) }),
        lines: [
          sentence("treatment.state_cancelled_charges"),
          ...(facts.isOnItsWay ? [sentence("treatment.state_cancelled_coming")] : []),
        ],
      };
  }
}

/** Nobody has paid for it yet: in review, or its payment is under way. */
function pendingState({ newest }: SubscriptionStateFacts): DecidedSubscriptionState {
  switch (newest) {
    case "charging":
    case "being_prepared":
      return {
        label: sentence("treatment.label_pending"),
        title: sentence("treatment.state_approved"),
        lines: [sentence(newest === "charging" ? "treatment.state_charging" : "treatment.state_being_prepared")],
      };
    case "confirming":
      return {
        label: sentence("treatment.label_confirming"),
        title: sentence("treatment.state_confirming"),
        lines: [sentence("treatment.state_confirming_wait")],
      };
    default:
      return {
        label: sentence("treatment.label_in_review"),
        title: sentence("treatment.state_pending"),
        lines: [sentence("treatment.state_pending_charges"), sentence("treatment.state_pending_back")],
      };
  }
}

function activeState({ nextChargeOn, inShort, startsOn }: SubscriptionStateFacts): DecidedSubscriptionState {
  const label = sentence("treatment.label_active");
  if (nextChargeOn === null) return { label, title: sentence("treatment.state_no_charge"), lines: [inShort] };
  return {
    label,
    title: sentence("treatment.state_next_charge", { day: formatDayWithYear(nextChargeOn) }),
    lines: startsOn === null ? [] : [sentence("treatment.state_begins", { day: formatDayWithYear(startsOn) })],
  };
}

function pausedState({ pausedUntil, next }: SubscriptionStateFacts): DecidedSubscriptionState {
  const label = sentence("treatment.label_paused");
  if (pausedUntil === null) return { label, title: label, lines: [sentence("treatment.state_paused")] };
  return {
    label,
    title: sentence("treatment.state_paused_until", { day: formatDayWithYear(pausedUntil) }),
    lines: [sentence("treatment.state_paused_charges"), ...(next?.kind === "on_hold" ? [next.text] : [])],
  };
}
