import { dayIn } from "#contract/fields/formats.ts";
import { formatCents } from "#contract/fields/numbers.ts";
import { patientById, patientDay } from "#server/auth/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import type { OrderRow } from "#server/orders/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import type { PrescriptionOrderRow } from "./queries.ts";

const pageUrl = ({ config }: TxServices, path: string): string => `${config.publicUrl}${path}`;
/** Dedupe key for a change the patient made: each request is notified once. */
const pressKey = ({ clock }: TxServices): string => clock.now().toISOString();

export interface ChargeReminder {
  readonly patientId: string;
  readonly day: string;
  readonly prescriptionOrders: readonly PrescriptionOrderRow[];
  /** The subscription through which all of them are skipped and paused; null where each is managed on its own. */
  readonly subscriptionId: string | null;
  readonly cents: number;
  /** How often they come and until when the last one lasts, in sentences. */
  readonly period: string;
}

export function notifyUpcomingCharge(
  services: TxServices,
  { patientId, day, prescriptionOrders, subscriptionId, cents, period }: ChargeReminder,
): Promise<void> {
  const ids = prescriptionOrders.map(({ id }) => id).toSorted();
  const managePath = subscriptionId === null ? "/treatment" : `/subscription/${subscriptionId}`;
  return notifyAndMail(services, {
    patientId,
    template: "charge_reminder",
    values: {
      date: formatDay(day),
      total: formatCents(cents),
      period,
      skiplink: pageUrl(services, `${managePath}?do=skip`),
      pauselink: pageUrl(services, `${managePath}?do=pause`),
      cancellink: pageUrl(services, "/cancel-subscription"),
    },
    href: managePath,
    dedupeKey: `${ids.join(",")}:${day}:${cents}`,
  });
}

/** `retryOn` is null when the charge is not retried automatically. */
export function notifyPaymentFailed(
  services: TxServices,
  { order, retryOn }: { readonly order: OrderRow; readonly retryOn: string | null },
): Promise<void> {
  const about = { patientId: order.patient_id, dedupeKey: order.id };
  const total = formatCents(order.total_cents);
  return retryOn === null
    ? notifyAndMail(services, { ...about, template: "payment_failed_last", values: { total } })
    : notifyAndMail(services, {
        ...about,
        template: "payment_failed",
        values: { total, retrydate: formatDay(retryOn) },
      });
}

export const notifyCardMissing = (services: TxServices, prescriptionOrder: PrescriptionOrderRow): Promise<void> =>
  notifyAndMail(services, {
    patientId: prescriptionOrder.patient_id,
    template: "card_missing",
    values: {},
    dedupeKey: `${prescriptionOrder.id}:${prescriptionOrder.attempts}`,
  });

/** `dedupeKey`: the charge that was not made. */
export const notifyCardRefused = (
  services: TxServices,
  { patientId, last4, dedupeKey }: { readonly patientId: string; readonly last4: string; readonly dedupeKey: string },
): Promise<void> => notifyAndMail(services, { patientId, template: "card_refused", values: { last4 }, dedupeKey });

export const notifyAddressNeeded = (
  services: TxServices,
  prescriptionOrder: PrescriptionOrderRow,
  today: string,
): Promise<void> =>
  notifyAndMail(services, {
    patientId: prescriptionOrder.patient_id,
    template: "address_needed",
    values: {},
    dedupeKey: `${prescriptionOrder.id}:${today}`,
  });

/** Says to which day an order went. It may be moved, or skipped and taken back, again: each press is told of. */
const notifyOfDay =
  (template: "supply_skipped" | "supply_moved" | "supply_unskipped") =>
  (
    services: TxServices,
    {
      patientId,
      prescriptionOrder,
      day,
    }: { readonly patientId: string; readonly prescriptionOrder: PrescriptionOrderRow; readonly day: string },
  ): Promise<void> =>
    notifyAndMail(services, {
      patientId,
      template,
      values: { date: formatDay(day), subscriptionid: prescriptionOrder.subscription_id },
      dedupeKey: `${prescriptionOrder.id}:${pressKey(services)}`,
    });

export const notifySkipped = notifyOfDay("supply_skipped");
export const notifyMoved = notifyOfDay("supply_moved");
export const notifySkipTakenBack = notifyOfDay("supply_unskipped");

export const notifyRestarted = (
  services: TxServices,
  {
    patientId,
    subscriptionId,
    day,
  }: { readonly patientId: string; readonly subscriptionId: string; readonly day: string },
): Promise<void> =>
  notifyAndMail(services, {
    patientId,
    template: "subscription_restarted",
    values: { date: formatDay(day), subscriptionid: subscriptionId },
    dedupeKey: `${subscriptionId}:${pressKey(services)}`,
  });

export function notifyPrescriptionOrderCancelled(
  services: TxServices,
  {
    patientId,
    prescriptionOrder,
    refundedCents,
  }: { patientId: string; prescriptionOrder: PrescriptionOrderRow; refundedCents: number },
): Promise<void> {
  const about = { patientId, dedupeKey: prescriptionOrder.id };
  const subscriptionid = prescriptionOrder.subscription_id;
  const total = formatCents(refundedCents);
  return refundedCents > 0
    ? notifyAndMail(services, { ...about, template: "supply_refunded", values: { total, subscriptionid } })
    : notifyAndMail(services, { ...about, template: "supply_cancelled", values: { subscriptionid } });
}

/** `remainingText`: the sentence on the patient's other subscriptions that continue. */
export function notifyPaused(
  services: TxServices,
  {
    patientId,
    until,
    remainingText,
  }: { readonly patientId: string; readonly until: string; readonly remainingText: string | null },
): Promise<void> {
  const about = { patientId, dedupeKey: `${patientId}:${pressKey(services)}` };
  const date = formatDay(until);
  return remainingText === null
    ? notifyAndMail(services, { ...about, template: "subscription_paused", values: { date } })
    : notifyAndMail(services, { ...about, template: "one_subscription_paused", values: { date, rest: remainingText } });
}

/** `next`: the sentence on when the next order comes. */
export const notifyResumed = (
  services: TxServices,
  { patientId, next }: { readonly patientId: string; readonly next: string },
): Promise<void> =>
  notifyAndMail(services, {
    patientId,
    template: "subscription_resumed",
    values: { next },
    dedupeKey: `${patientId}:${pressKey(services)}`,
  });

export const notifyCancelOfferAccepted = (
  services: TxServices,
  { patientId, percent, items }: { readonly patientId: string; readonly percent: number; readonly items: number },
): Promise<void> =>
  notifyAndMail(services, {
    patientId,
    template: "offer_taken",
    values: {
      percent: String(percent),
      what: toText(
        services.content,
        items === 1
          ? sentence("treatment.offer_one_item")
          : sentence("treatment.offer_items", { count: String(items) }),
      ),
    },
    dedupeKey: `${patientId}:${pressKey(services)}`,
  });

export async function notifySubscriptionsCancelled(
  services: TxServices,
  {
    patientId,
    ids,
    remainingText,
  }: { readonly patientId: string; readonly ids: readonly string[]; readonly remainingText: string | null },
): Promise<void> {
  const about = { patientId, dedupeKey: ids.toSorted().join(",") };
  const { content, clock } = services;
  const date = formatDay(patientDay(content, await patientById(services, patientId), clock.now()));
  return remainingText === null
    ? notifyAndMail(services, { ...about, template: "subscription_cancelled", values: { date } })
    : notifyAndMail(services, {
        ...about,
        template: "one_subscription_cancelled",
        values: { date, rest: remainingText },
      });
}

/** Notifies the practice that the patient stopped one of two products that belong together; once a day. Names no drug. */
export async function notifyPracticeOfMissingCompanion(services: TxServices, patientId: string): Promise<void> {
  const { timezone, supportemail } = services.content.brand;
  const mail = "practice_needed_beside";
  const dedupeKey = `${mail}:${patientId}:${dayIn(timezone, services.clock.now())}`;
  await queueMail(services, { mail, to: supportemail, values: { record: patientId }, dedupeKey });
}

/**
 * Notifies the patient that the doctor prescribed something else than what they get, or than what they asked for; `awaitsPatient` asks them to look and
 * decide. Names no drug and no price.
 */
export function notifyTreatmentChange(
  services: TxServices,
  {
    patientId,
    changeId,
    awaitsPatient,
    inTreatment,
  }: {
    readonly patientId: string;
    readonly changeId: string;
    readonly awaitsPatient: boolean;
    readonly inTreatment: boolean;
  },
): Promise<void> {
  const changed = awaitsPatient ? "change_to_agree" : "supply_changed";
  const first = awaitsPatient ? "first_to_agree" : "first_differs";
  return notifyAndMail(services, {
    patientId,
    template: inTreatment ? changed : first,
    values: {},
    dedupeKey: changeId,
  });
}
