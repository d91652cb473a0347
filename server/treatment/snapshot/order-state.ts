import type * as z from "zod/mini";
import { dayIn } from "#contract/fields/formats.ts";
import type { PrescriptionOrder, PrescriptionOrderState } from "#contract/treatment/prescription-orders.ts";
import type { OrderStatus } from "#server/orders/public.ts";
import { formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import { chargesStoppedSentence } from "../sentences.ts";

/**
 * Where a prescription order is, in two words and a sentence: decided here for every screen that names it. Nothing is said to be prepared or charged
 * before the doctor has decided and the money is there, as home says it (`overview/next-step.ts`).
 */

export interface OrderStateFacts {
  readonly status: PrescriptionOrder["status"];
  /** Of the order that pays for it; null before it has one. */
  readonly order: OrderStatus | null;
  /** A doctor has approved what it began with. */
  readonly approved: boolean;
  readonly waitsfor: PrescriptionOrder["waitsfor"];
  readonly chargeon: string | null;
  readonly shipment: PrescriptionOrder["shipment"];
  /** Where the patient is. */
  readonly timezone: string;
}

export interface DecidedOrderState {
  readonly kind: z.output<typeof PrescriptionOrderState>["kind"];
  readonly text: Sentence;
}

const state = (kind: DecidedOrderState["kind"], text: Sentence): DecidedOrderState => ({ kind, text });

const waitingSentences = {
  doctor: sentence("treatment.state_waits_for_doctor"),
  both: sentence("treatment.state_waits_for_both"),
  bank: chargesStoppedSentence("bank"),
  practice: chargesStoppedSentence("practice"),
  report: chargesStoppedSentence("report"),
  ending: chargesStoppedSentence("ending"),
} as const;

export function prescriptionOrderState(facts: OrderStateFacts): DecidedOrderState {
  const { status, waitsfor, chargeon, shipment, timezone } = facts;
  if (waitsfor !== null) return state("on_hold", waitingSentences[waitsfor]);
  switch (status) {
    case "scheduled":
      return chargeon === null
        ? state("planned", sentence("treatment.state_no_day"))
        : state("planned", sentence("treatment.state_planned", { day: formatDayWithYear(chargeon) }));
    case "processing":
      return processingState(facts);
    case "shipped": {
      const carrier = shipment?.carrier ?? "The carrier";
      return shipment?.estimateddelivery
        ? state(
            "on_its_way",
            sentence("treatment.state_shipped_until", { carrier, day: formatDayWithYear(shipment.estimateddelivery) }),
          )
        : state("on_its_way", sentence("treatment.state_shipped", { carrier }));
    }
    case "delivered":
      return shipment?.deliveredat
        ? state(
            "delivered",
            sentence("treatment.state_arrived_on", {
              day: formatDayWithYear(dayIn(timezone, new Date(shipment.deliveredat))),
            }),
          )
        : state("delivered", sentence("treatment.state_arrived"));
    case "skipped":
      return state("skipped", sentence("treatment.state_skipped"));
    case "cancelled":
      return state("cancelled", sentence("treatment.state_cancelled"));
    case "payment_failed":
      return chargeon === null
        ? state("payment_failed", sentence("treatment.state_unpaid"))
        : state("payment_failed", sentence("treatment.state_unpaid_retry", { day: formatDayWithYear(chargeon) }));
  }
}

/** The label of each state, in two words. */
export const orderStateLabels: Readonly<Record<DecidedOrderState["kind"], Sentence>> = {
  planned: sentence("treatment.label_planned"),
  on_hold: sentence("treatment.label_on_hold"),
  in_review: sentence("treatment.label_in_review"),
  confirming: sentence("treatment.label_confirming"),
  charging: sentence("treatment.label_charging"),
  being_prepared: sentence("treatment.label_being_prepared"),
  on_its_way: sentence("treatment.label_on_its_way"),
  delivered: sentence("treatment.label_delivered"),
  skipped: sentence("treatment.label_skipped"),
  cancelled: sentence("treatment.label_cancelled"),
  payment_failed: sentence("treatment.label_payment_failed"),
};

/** It has an order that is neither sent nor over. */
function processingState({ order, approved }: OrderStateFacts): DecidedOrderState {
  switch (order) {
    case "paid":
      return state("being_prepared", sentence("treatment.state_being_prepared"));
    case "authorized":
    case "pending":
      if (approved) return state("charging", sentence("treatment.state_charging"));
      return order === "authorized"
        ? state("in_review", sentence("treatment.state_in_review"))
        : state("confirming", sentence("treatment.state_confirming_short"));
    case null:
    case "authorizing":
    case "unknown":
    case "mismatch":
    case "shipped":
    case "delivered":
    case "voided":
    case "failed":
    case "cancelled":
    case "refunded":
      return state("confirming", sentence("treatment.state_confirming_short"));
  }
}
