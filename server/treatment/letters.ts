import { dollarsText } from "#contract/shapes.ts";
import { dayIn } from "#contract/formats.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { type OrderRow } from "#server/store/public.ts";
import { dayInWords } from "#server/platform/calendar-days.ts";
import type { SupplyRow } from "./supply-queries.ts";

const page = ({ config }: TxServices, path: string): string => `${config.publicUrl}${path}`;
/** News of a change she made: each press has its own. */
const moment = ({ clock }: TxServices): string => clock.now().toISOString();

export interface ChargeToCome {
  readonly patientId: string;
  readonly day: string;
  readonly supplies: readonly SupplyRow[];
  /** The one with which all of them are skipped and paused; null where each is by itself. */
  readonly subscriptionId: string | null;
  readonly cents: number;
  /** How often it comes and until when the last one lasts, in sentences. */
  readonly period: string;
}

export function tellOfCharge(
  parts: TxServices,
  { patientId, day, supplies, subscriptionId, cents, period }: ChargeToCome,
): Promise<void> {
  const ids = supplies.map(({ id }) => id).toSorted();
  const manage = subscriptionId === null ? "/treatment" : `/subscription/${subscriptionId}`;
  return tell(parts, {
    patientId,
    what: "charge_reminder",
    values: {
      date: dayInWords(day),
      total: dollarsText(cents),
      period,
      skiplink: page(parts, `${manage}?do=skip`),
      pauselink: page(parts, `${manage}?do=pause`),
      cancellink: page(parts, "/cancel-subscription"),
    },
    href: manage,
    dedupeKey: `${ids.join(",")}:${day}:${cents}`,
  });
}

/** `retryOn` is null when it is not tried again by itself. */
export function tellOfFailure(
  parts: TxServices,
  { order, retryOn }: { readonly order: OrderRow; readonly retryOn: string | null },
): Promise<void> {
  const about = { patientId: order.patient_id, dedupeKey: order.id };
  const total = dollarsText(order.total_cents);
  return retryOn === null
    ? tell(parts, { ...about, what: "payment_failed_last", values: { total } })
    : tell(parts, { ...about, what: "payment_failed", values: { total, retrydate: dayInWords(retryOn) } });
}

export const tellOfNoCard = (parts: TxServices, supply: SupplyRow): Promise<void> =>
  tell(parts, {
    patientId: supply.patient_id,
    what: "card_missing",
    values: {},
    dedupeKey: `${supply.id}:${supply.attempts}`,
  });

export const tellOfAddress = (parts: TxServices, supply: SupplyRow, today: string): Promise<void> =>
  tell(parts, {
    patientId: supply.patient_id,
    what: "address_needed",
    values: {},
    dedupeKey: `${supply.id}:${today}`,
  });

export const tellOfSkip = (
  parts: TxServices,
  { patientId, supply, day }: { readonly patientId: string; readonly supply: SupplyRow; readonly day: string },
): Promise<void> =>
  tell(parts, {
    patientId,
    what: "supply_skipped",
    values: { date: dayInWords(day), subscriptionid: supply.subscription_id },
    dedupeKey: supply.id,
  });

export function tellOfCancelledSupply(
  parts: TxServices,
  { patientId, supply, refundedCents }: { patientId: string; supply: SupplyRow; refundedCents: number },
): Promise<void> {
  const about = { patientId, dedupeKey: supply.id };
  const subscriptionid = supply.subscription_id;
  const total = dollarsText(refundedCents);
  return refundedCents > 0
    ? tell(parts, { ...about, what: "supply_refunded", values: { total, subscriptionid } })
    : tell(parts, { ...about, what: "supply_cancelled", values: { subscriptionid } });
}

/** `rest`: the sentence on what else of hers goes on. */
export function tellOfPause(
  parts: TxServices,
  { patientId, until, rest }: { readonly patientId: string; readonly until: string; readonly rest: string | null },
): Promise<void> {
  const about = { patientId, dedupeKey: `${patientId}:${moment(parts)}` };
  const date = dayInWords(until);
  return rest === null
    ? tell(parts, { ...about, what: "subscription_paused", values: { date } })
    : tell(parts, { ...about, what: "one_subscription_paused", values: { date, rest } });
}

/** `next`: the sentence on when the next order comes. */
export const tellOfResume = (
  parts: TxServices,
  { patientId, next }: { readonly patientId: string; readonly next: string },
): Promise<void> =>
  tell(parts, {
    patientId,
    what: "subscription_resumed",
    values: { next },
    dedupeKey: `${patientId}:${moment(parts)}`,
  });

export const tellOfOffer = (
  parts: TxServices,
  { patientId, percent, items }: { readonly patientId: string; readonly percent: number; readonly items: number },
): Promise<void> =>
  tell(parts, {
    patientId,
    what: "offer_taken",
    values: {
      percent: String(percent),
      what: items === 1 ? "one item of your next order" : `${items} items of your next order`,
    },
    dedupeKey: `${patientId}:${moment(parts)}`,
  });

export function tellOfCancellation(
  parts: TxServices,
  {
    patientId,
    ids,
    rest,
  }: { readonly patientId: string; readonly ids: readonly string[]; readonly rest: string | null },
): Promise<void> {
  const about = { patientId, dedupeKey: ids.toSorted().join(",") };
  const date = dayInWords(clinicDay(parts));
  return rest === null
    ? tell(parts, { ...about, what: "subscription_cancelled", values: { date } })
    : tell(parts, { ...about, what: "one_subscription_cancelled", values: { date, rest } });
}

/** Tells the practice that she stopped one of two that belong together; once a day. It names no drug. */
export async function tellPracticeOfNeed(parts: TxServices, patientId: string): Promise<void> {
  const { timezone, supportemail } = parts.content.brand;
  const mail = "practice_needed_beside";
  const dedupeKey = `${mail}:${patientId}:${dayIn(timezone, parts.clock.now())}`;
  await queueMail(parts, { mail, to: supportemail, values: { record: patientId }, dedupeKey });
}
