import type { Content } from "#content/loader/load.ts";
import { addDays, daysBetween, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import { type Box, emptyOn } from "#server/prescriptions/public.ts";
import { nextCycleDay } from "../charge-days.ts";
import type { PrescriptionOrderRow, SubscriptionRow } from "../queries.ts";
import {
  type TreatmentSnapshot,
  boxesOf,
  scheduledPrescriptionOrder,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";

interface Deliveries {
  /** What is at home, on its way or at the pharmacy, without what would be cancelled. */
  readonly boxes: readonly Box[];
  /** The day of the next charge; null where there is none. */
  readonly nextCharge: string | null;
  /** Days from a charge to the arrival of its box, at most. */
  readonly leadDays: number;
  readonly today: string;
}

/** The days without medicine these deliveries leave, in a sentence; null where there are none, and where nothing was ever dispensed and nothing comes. */
export function gapSentence({ boxes, nextCharge, leadDays, today }: Deliveries): Sentence | null {
  const empty = emptyOn(boxes, today);
  const isOut = empty === null || empty <= today;
  if (nextCharge === null)
    return isOut ? null : sentence("treatment.gap_no_end", { last: formatDay(addDays(empty, -1)) });
  const arrival = addDays(nextCharge, leadDays);
  const days = daysBetween(laterDay(empty ?? today, today), arrival);
  if (days <= 0) return null;
  const next = formatDay(arrival);
  if (isOut) return sentence("treatment.gap_now", { next });
  const length = days === 1 ? "1 day" : `${days} days`;
  return sentence("treatment.gap", { last: formatDay(addDays(empty, -1)), length, next });
}

/** A medicine to be taken now: prescribed, and neither on hold nor stopped. */
const isTaken = ({ prescribed, stoppedProducts }: TreatmentSnapshot, { product_id }: SubscriptionRow): boolean =>
  prescribed.get(product_id)?.onHold === false && !stoppedProducts.has(product_id);

function gapText(
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
  { nextCharge, without = null }: { readonly nextCharge: string | null; readonly without?: string | null },
): string | null {
  if (!isTaken(snapshot, row)) return null;
  const boxes = boxesOf(snapshot, row).filter(({ orderId }) => orderId !== without);
  const { today } = snapshot;
  const found = gapSentence({ boxes, nextCharge, leadDays: content.shipping.leaddays, today });
  return found && toText(content, found);
}

/** The gap if a prescription order is skipped or cancelled; one that is paid and cancelled takes its boxes with it. */
export function gapWithout(content: Content, snapshot: TreatmentSnapshot, order: PrescriptionOrderRow): string | null {
  const row = subscriptionIn(snapshot, order.subscription_id);
  const nextCharge =
    order.order_id === null
      ? nextCycleDay(order.charge_on, row.days_supply, snapshot.today)
      : (scheduledPrescriptionOrder(snapshot, row.id)?.charge_on ?? null);
  return gapText(content, snapshot, row, { nextCharge, without: order.order_id });
}

/** The gaps that pauses leave which end on these days. */
export const gapsOfPauses = (
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
  ends: readonly string[],
): (string | null)[] => ends.map((nextCharge) => gapText(content, snapshot, row, { nextCharge }));

/** From when there is no medicine if a subscription is cancelled. */
export const gapAfterCancelling = (
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): string | null => gapText(content, snapshot, row, { nextCharge: null });
