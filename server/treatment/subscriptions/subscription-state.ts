import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { ChargesStoppedBy } from "#server/payment/public.ts";
import { addDays, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { OpenRest } from "#server/prescriptions/public.ts";
import { chargesStoppedSentence } from "../sentences.ts";
import type { DecidedOrderState } from "../snapshot/order-state.ts";

/**
 * Where a subscription is, as a title and sentences, and in one sentence where it is a row of a list: decided here for every screen that says it. What
 * its next charge is on which card, and until when the medicine at home lasts, is said beside it.
 */

export interface SubscriptionStateFacts {
  readonly status: Subscription["status"];
  /** Of its newest prescription order; null without any. */
  readonly newest: DecidedOrderState["kind"] | null;
  /** Of the one to be charged next; null where none is planned. */
  readonly next: DecidedOrderState | null;
  /** Null where none is planned, and while charges rest. */
  readonly nextChargeOn: string | null;
  /** The day the doctor wants the patient to begin with it, until it has come. */
  readonly startsOn: string | null;
  /** Anything of it was ever ordered. */
  readonly inTreatment: boolean;
  /** Its next charge waits until the doctor has looked at the prescription. */
  readonly isHeldBack: boolean;
  /** The doctor discontinued what it ships, and the patient has agreed to no replacement. */
  readonly isDiscontinued: boolean;
  readonly chargesStoppedBy: ChargesStoppedBy;
  /** Its prescription is on hold. */
  readonly onHold: boolean;
  /** The doctor wants the patient to take a break from it: whether it has begun. Null where none is to come. */
  readonly rest: OpenRest | null;
  /** Null where it needs no prescription. */
  readonly refillsLeft: number | null;
  readonly actions: Subscription["actions"];
  /** Something of it can be ordered again. */
  readonly canReorder: boolean;
  readonly pausedUntil: string | null;
  readonly cancelledOn: string | null;
  /** What is owed, or charged next, in words. */
  readonly sum: string;
  /** Something paid for has not arrived. */
  readonly isOnItsWay: boolean;
}

interface StateSentences {
  readonly label: Sentence;
  readonly title: Sentence;
  readonly lines: readonly Sentence[];
}

export interface DecidedSubscriptionState extends StateSentences {
  /** The same in one sentence, for a row of a list. */
  readonly inShort: Sentence;
  /** What is left of its prescription, or why nothing is; null where there is nothing to say. */
  readonly refills: Sentence | null;
  /** The label of the link to its page: what the patient can do there. */
  readonly manage: Sentence;
}

export const subscriptionState = (facts: SubscriptionStateFacts): DecidedSubscriptionState => ({
  ...withRest(facts, stateSentences(facts)),
  inShort: inShort(facts),
  refills: refills(facts),
  manage: manage(facts),
});

/** A break is about the medicine, so it's said whatever becomes of the charges. */
function withRest({ rest, status }: SubscriptionStateFacts, state: StateSentences): StateSentences {
  return rest === null || status === "pending" || status === "cancelled"
    ? state
    : { ...state, lines: [restSentence(rest), ...state.lines] };
}

export function restSentence({ from, until, isNow }: OpenRest): Sentence {
  const days = { last: formatDayWithYear(addDays(until, -1)) };
  return isNow
    ? sentence("treatment.state_rests", { ...days, day: formatDayWithYear(until) })
    : sentence("treatment.state_rests_later", { ...days, from: formatDayWithYear(from) });
}

function stateSentences(facts: SubscriptionStateFacts): StateSentences {
  if (facts.isDiscontinued && facts.status !== "cancelled")
    return {
      label: sentence("treatment.label_on_hold"),
      title: sentence("treatment.state_no_charge"),
      lines: [discontinued(facts)],
    };
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
function pendingState({ newest }: SubscriptionStateFacts): StateSentences {
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
    case null:
    case "planned":
    case "on_hold":
    case "in_review":
    case "on_its_way":
    case "delivered":
    case "skipped":
    case "cancelled":
    case "payment_failed":
      return {
        label: sentence("treatment.label_in_review"),
        title: sentence("treatment.state_pending"),
        lines: [sentence("treatment.state_pending_charges"), sentence("treatment.state_pending_back")],
      };
  }
}

function activeState(facts: SubscriptionStateFacts): StateSentences {
  const { nextChargeOn, startsOn } = facts;
  const label = sentence("treatment.label_active");
  if (nextChargeOn === null) return { label, title: sentence("treatment.state_no_charge"), lines: [inShort(facts)] };
  return {
    label,
    title: sentence("treatment.state_next_charge", { day: formatDayWithYear(nextChargeOn) }),
    lines: startsOn === null ? [] : [sentence("treatment.state_begins", { day: formatDayWithYear(startsOn) })],
  };
}

function pausedState({ pausedUntil, next }: SubscriptionStateFacts): StateSentences {
  const label = sentence("treatment.label_paused");
  if (pausedUntil === null) return { label, title: label, lines: [sentence("treatment.state_paused")] };
  return {
    label,
    title: sentence("treatment.state_paused_until", { day: formatDayWithYear(pausedUntil) }),
    lines: [sentence("treatment.state_paused_charges"), ...(next?.kind === "on_hold" ? [next.text] : [])],
  };
}

const discontinued = ({ inTreatment }: SubscriptionStateFacts): Sentence =>
  sentence(inTreatment ? "treatment.discontinued" : "treatment.not_prescribed");

function inShort(facts: SubscriptionStateFacts): Sentence {
  const { status, nextChargeOn, pausedUntil, cancelledOn } = facts;
  if (facts.isDiscontinued && status !== "cancelled") return discontinued(facts);
  switch (status) {
    case "pending":
      return pendingInShort(facts);
    case "active":
      return activeInShort(facts);
    case "paused":
      return pausedUntil === null
        ? sentence("treatment.status_paused")
        : sentence("treatment.status_paused_until", { day: formatDayWithYear(pausedUntil) });
    case "past_due":
      return nextChargeOn === null
        ? sentence("treatment.status_past_due")
        : sentence("treatment.status_past_due_retry", { day: formatDayWithYear(nextChargeOn) });
    case "cancelled":
      return cancelledOn === null
        ? sentence("treatment.status_cancelled")
        : sentence("treatment.status_cancelled_on", { day: formatDayWithYear(cancelledOn) });
  }
}

function pendingInShort({ newest }: SubscriptionStateFacts): Sentence {
  if (newest === "charging") return sentence("treatment.state_charging");
  if (newest === "being_prepared") return sentence("treatment.state_being_prepared");
  return sentence(newest === "confirming" ? "treatment.state_confirming_short" : "treatment.status_pending");
}

function activeInShort(facts: SubscriptionStateFacts): Sentence {
  const { nextChargeOn, startsOn, inTreatment, chargesStoppedBy, rest } = facts;
  if (rest?.isNow)
    return sentence("treatment.status_rests", {
      last: formatDayWithYear(addDays(rest.until, -1)),
      day: formatDayWithYear(rest.until),
    });
  if (facts.isHeldBack) return sentence("treatment.status_held_back");
  if (chargesStoppedBy !== null) return chargesStoppedSentence(chargesStoppedBy);
  if (nextChargeOn === null) return sentence("treatment.status_active");
  // Once it is ordered, the next charge is all there is to say.
  return startsOn !== null && !inTreatment
    ? sentence("treatment.status_starts", { start: formatDayWithYear(startsOn), day: formatDayWithYear(nextChargeOn) })
    : sentence("treatment.status_active_until", { day: formatDayWithYear(nextChargeOn) });
}

function refills({ status, onHold, refillsLeft }: SubscriptionStateFacts): Sentence | null {
  if (status === "pending" || status === "cancelled") return null;
  if (onHold) return sentence("treatment.refills_on_hold");
  if (refillsLeft === null) return null;
  if (refillsLeft === 0) return sentence("treatment.refills_none");
  return refillsLeft === 1
    ? sentence("treatment.refills_one")
    : sentence("treatment.refills_left", { count: String(refillsLeft) });
}

function manage({ status, actions, canReorder }: SubscriptionStateFacts): Sentence {
  switch (status) {
    case "cancelled":
      return sentence(canReorder ? "treatment.manage_reorder" : "treatment.manage_see");
    case "past_due":
      return sentence("treatment.manage_past_due");
    case "paused":
      return sentence("treatment.manage_paused");
    case "pending":
    case "active":
      if (actions.includes("pause")) return sentence("treatment.manage_change");
      return sentence(actions.includes("cancel") ? "treatment.manage_cancel" : "treatment.manage_see");
  }
}
