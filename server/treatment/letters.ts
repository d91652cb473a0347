import { dollarsText } from "#contract/shapes.ts";
import type { MailId, MailValues } from "#content/schema/mails.ts";
import { clinicDay, dayIn } from "#server/platform/clinic-day.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { TxServices } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { type OrderRow } from "#server/store/public.ts";
import { dayInWords } from "./days.ts";
import type { SupplyRow } from "./supply-queries.ts";

type Named = "firstname";

/** Queues a mail to a patient, greeting her by name; two with one key are one mail. In the transaction of the caller. */
async function write<Id extends MailId>(
  parts: TxServices,
  patientId: string,
  mail: Id,
  dedupeKey: string,
  values: Omit<MailValues<Id>, Named>,
): Promise<void> {
  const { email, firstname } = await patientById(parts, patientId);
  const all = { ...values, firstname: greetingName(firstname) } as MailValues<Id>;
  await queueMail(parts, { mail, to: email, values: all, dedupeKey: `${mail}:${dedupeKey}` });
}

const page = ({ config }: TxServices, path: string): string => `${config.publicUrl}${path}`;
/** Mails about a change she made: each press has its own. */
const moment = ({ clock }: TxServices): string => clock.now().toISOString();

export interface ChargeToCome {
  readonly patientId: string;
  readonly day: string;
  readonly supplies: readonly SupplyRow[];
  readonly cents: number;
}

export function tellOfCharge(parts: TxServices, { patientId, day, supplies, cents }: ChargeToCome): Promise<void> {
  const ids = supplies.map(({ id }) => id).toSorted();
  const [only] = supplies;
  const manage = supplies.length === 1 && only ? `/subscription/${only.subscription_id}` : "/treatment";
  return write(parts, patientId, "charge_reminder", `${ids.join(",")}:${day}:${cents}`, {
    date: dayInWords(day),
    total: dollarsText(cents),
    skiplink: page(parts, manage),
    pauselink: page(parts, manage),
    cancellink: page(parts, "/cancel-subscription"),
  });
}

/** `retryOn` is null when it is not tried again by itself. */
export function tellOfFailure(
  parts: TxServices,
  { order, retryOn }: { readonly order: OrderRow; readonly retryOn: string | null },
): Promise<void> {
  const values = {
    total: dollarsText(order.total_cents),
    link: page(parts, "/account-settings/billing-details"),
  };
  return retryOn === null
    ? write(parts, order.patient_id, "payment_failed_last", order.id, values)
    : write(parts, order.patient_id, "payment_failed", order.id, { ...values, retrydate: dayInWords(retryOn) });
}

export const tellOfNoCard = (parts: TxServices, supply: SupplyRow): Promise<void> =>
  write(parts, supply.patient_id, "card_missing", `${supply.id}:${supply.attempts}`, {
    link: page(parts, "/account-settings/billing-details"),
  });

export const tellOfAddress = (parts: TxServices, supply: SupplyRow, today: string): Promise<void> =>
  write(parts, supply.patient_id, "address_needed", `${supply.id}:${today}`, {
    link: page(parts, "/account-settings/shipping-address"),
  });

export const tellOfSkip = (
  parts: TxServices,
  { patientId, supply, day }: { readonly patientId: string; readonly supply: SupplyRow; readonly day: string },
): Promise<void> =>
  write(parts, patientId, "supply_skipped", supply.id, {
    date: dayInWords(day),
    link: page(parts, `/subscription/${supply.subscription_id}`),
  });

export function tellOfCancelledSupply(
  parts: TxServices,
  { patientId, supply, refundedCents }: { patientId: string; supply: SupplyRow; refundedCents: number },
): Promise<void> {
  const link = page(parts, `/subscription/${supply.subscription_id}`);
  return refundedCents > 0
    ? write(parts, patientId, "supply_refunded", supply.id, { total: dollarsText(refundedCents), link })
    : write(parts, patientId, "supply_cancelled", supply.id, { link });
}

/** `rest`: the sentence on what else of hers goes on. */
export function tellOfPause(
  parts: TxServices,
  { patientId, until, rest }: { readonly patientId: string; readonly until: string; readonly rest: string | null },
): Promise<void> {
  const values = { date: dayInWords(until), link: page(parts, "/treatment") };
  const key = `${patientId}:${moment(parts)}`;
  return rest === null
    ? write(parts, patientId, "subscription_paused", key, values)
    : write(parts, patientId, "one_subscription_paused", key, { ...values, rest });
}

export const tellOfResume = (
  parts: TxServices,
  { patientId, day }: { readonly patientId: string; readonly day: string },
): Promise<void> =>
  write(parts, patientId, "subscription_resumed", `${patientId}:${moment(parts)}`, {
    date: dayInWords(day),
    link: page(parts, "/treatment"),
  });

export const tellOfOffer = (
  parts: TxServices,
  { patientId, percent, items }: { readonly patientId: string; readonly percent: number; readonly items: number },
): Promise<void> =>
  write(parts, patientId, "offer_taken", `${patientId}:${moment(parts)}`, {
    percent: String(percent),
    what: items === 1 ? "one item of your next order" : `${items} items of your next order`,
    link: page(parts, "/treatment"),
  });

export function tellOfCancellation(
  parts: TxServices,
  {
    patientId,
    ids,
    rest,
  }: { readonly patientId: string; readonly ids: readonly string[]; readonly rest: string | null },
): Promise<void> {
  const values = {
    date: dayInWords(clinicDay(parts)),
    link: page(parts, "/treatment"),
  };
  const key = ids.toSorted().join(",");
  return rest === null
    ? write(parts, patientId, "subscription_cancelled", key, values)
    : write(parts, patientId, "one_subscription_cancelled", key, { ...values, rest });
}

/** Tells the practice that she stopped one of two that belong together; once a day. It names no drug. */
export async function tellPracticeOfNeed(parts: TxServices, patientId: string): Promise<void> {
  const { timezone, supportemail } = parts.content.brand;
  const mail = "practice_needed_beside";
  const dedupeKey = `${mail}:${patientId}:${dayIn(timezone, parts.clock.now())}`;
  await queueMail(parts, { mail, to: supportemail, values: { record: patientId }, dedupeKey });
}
