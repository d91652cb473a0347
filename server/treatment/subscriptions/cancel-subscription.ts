import { percentOf } from "#server/platform/money.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { withdrawAllUpsellRequests } from "#server/upsell-requests/public.ts";
import { ownMissingCompanionWarning, withParcelCompanions, warnOfMissingCompanion } from "../calendar/companions.ts";
import { cancelledColumns } from "../charge-days.ts";
import { cancelFirstPrescriptionOrders, cancelChargesUnderWay } from "../charges/cancel-and-refund.ts";
import { clearPaymentFailureIfPaid } from "../charges/clear-payment-failure.ts";
import { releaseUnusedDiscounts } from "../charges/release-unused-discounts.ts";
import { notifySubscriptionsCancelled, notifyCancelOfferAccepted } from "../notify-patient.ts";
import { updateSubscriptions, updatePrescriptionOrders, rescheduledTo, type SubscriptionRow } from "../queries.ts";
import { companionsSentence } from "../sentences.ts";
import { withdrawTreatmentChanges } from "../snapshot/change-queries.ts";
import { actOnTreatment } from "../snapshot/lock-treatment.ts";
import { type TreatmentSnapshot, scheduledPrescriptionOrder, currentName } from "../snapshot/treatment-snapshot.ts";
import { saveCancelReason } from "./cancel-reason.ts";
import { pauseAndNotify } from "./pause-subscription.ts";
import { remainingTreatmentText } from "./remaining-treatment.ts";
import { type SubscriptionFacts, presentCancelOffer } from "./subscription-actions.ts";
import { onSubscriptions, type SubscriptionTarget } from "./targeted-subscriptions.ts";

type CancelTarget = SubscriptionTarget & {
  readonly reason?: string | undefined;
  /** Refuses with the warning where something that continues needs what is cancelled. A patient who cancels was asked on the screen. */
  readonly asksFirst?: boolean | undefined;
  /** Whoever cancels notifies the patient of it. */
  readonly quietly?: true;
};

/**
 * Cancels at once, also past-due subscriptions: nothing more is charged. What is paid still ships; a first order the doctor approved and that
 * is being paid is refunded. Cancelling all subscriptions also withdraws upsells that await the doctor, even if they are all the patient has.
 * Returns a sentence.
 */
export const cancelSubscriptions = (
  services: (Services | TxServices) & Refuses<"wrong_state">,
  target: CancelTarget,
): Promise<string> =>
  actOnTreatment(services, target.patientId, {
    ...onSubscriptions("cancel", target),
    instead: async (tx, { possible }) =>
      target.subscriptionId === undefined &&
      possible.length === 0 &&
      (await withdrawAllUpsellRequests(tx, target.patientId))
        ? toText(tx.content, sentence("treatment.cancelled_upsells"))
        : null,
    perform: (tx, snapshot, { possible }) => cancelEach(tx, snapshot, possible, target),
  });

async function cancelEach(
  services: TxServices & Refuses<"wrong_state">,
  snapshot: TreatmentSnapshot,
  subscriptions: readonly SubscriptionRow[],
  { patientId, reason, subscriptionId, asksFirst = false, quietly }: CancelTarget,
): Promise<string> {
  const ids = subscriptions.map(({ id }) => id);
  const missing = asksFirst ? await ownMissingCompanionWarning(services, snapshot, patientId, ids) : null;
  if (missing !== null) throw services.refuse("wrong_state", { message: missing });
  await updateSubscriptions(services.db, ids, {
    status: "cancelled",
    cancelled_at: services.clock.now(),
    paused_until: null,
    charge_on_before_pause: null,
  });
  const planned = ids.flatMap((id) => scheduledPrescriptionOrder(snapshot, id)?.id ?? []);
  await updatePrescriptionOrders(services.db, planned, cancelledColumns);
  await withdrawTreatmentChanges(services.db, ids, services.clock.now());
  await cancelChargesUnderWay(services, ids);
  await cancelFirstPrescriptionOrders(services, subscriptions);
  if (subscriptionId === undefined) await withdrawAllUpsellRequests(services, patientId);
  await releaseUnusedDiscounts(services, patientId);
  await clearPaymentFailureIfPaid(services, patientId);
  await saveCancelReason(services, patientId, ids, reason);
  const remainingText = await remainingTreatmentText(services, snapshot, patientId, ids);
  if (!quietly) await notifySubscriptionsCancelled(services, { patientId, ids, remainingText });
  const warning = await warnOfMissingCompanion(services, snapshot, patientId, ids);
  const isBeingCharged = subscriptions.some(({ status }) => status === "pending");
  // The doctor has just approved it, and its payment is being captured.
  const refund = isBeingCharged ? sentence("treatment.cancelled_while_charged") : null;
  if (remainingText === null) return toText(services.content, sentence("treatment.cancelled_all"), refund);
  const cancelled = isBeingCharged ? sentence("treatment.cancelled") : sentence("treatment.cancelled_one");
  return toText(services.content, cancelled, refund, remainingText, warning);
}

/** Accepts the practice's one cancel offer: a discount on the next prescription order, or a pause. Returns the offer and a sentence. */
export const preventCancel = (
  services: Services & Refuses<"wrong_state">,
  target: SubscriptionTarget,
): Promise<{ readonly offer: NonNullable<SubscriptionFacts["cancelOffer"]>; readonly message: string }> =>
  actOnTreatment(services, target.patientId, {
    ...onSubscriptions("preventcancel", target),
    perform: async (tx, snapshot, { possible: subscriptions }) => {
      const cancelOffer = tx.content.canceloffer;
      const names = subscriptions.map((row) => currentName(snapshot, row));
      const items = names.join(" and ");
      const offer = presentCancelOffer(tx.content, items);
      if (cancelOffer === null || offer === null)
        throw services.refuse("wrong_state", { message: sentence("treatment.subscription_no_offer") });
      const { patientId } = target;
      await updateSubscriptions(
        tx.db,
        subscriptions.map(({ id }) => id),
        { cancel_offer_accepted_at: tx.clock.now() },
      );
      if (cancelOffer.kind === "pause") {
        const pausedSubscriptions = withParcelCompanions(tx.content, snapshot, subscriptions);
        const effectText = await pauseAndNotify(tx, snapshot, {
          patientId,
          subscriptions: pausedSubscriptions,
          months: cancelOffer.months,
        });
        const companionNames =
          pausedSubscriptions.length > subscriptions.length
            ? pausedSubscriptions.map((row) => currentName(snapshot, row))
            : [];
        const paused = sentence("treatment.paused_by_offer");
        return { offer, message: toText(tx.content, paused, companionsSentence(companionNames), effectText) };
      }
      await discountNextPrescriptionOrders(tx, snapshot, subscriptions, cancelOffer.percent);
      await notifyCancelOfferAccepted(tx, { patientId, percent: cancelOffer.percent, items: names.length });
      const taken = sentence("treatment.offer_taken", { percent: String(cancelOffer.percent), items });
      return { offer, message: toText(tx.content, taken) };
    },
  });

async function discountNextPrescriptionOrders(
  { db }: TxServices,
  snapshot: TreatmentSnapshot,
  subscriptions: readonly SubscriptionRow[],
  percent: number,
): Promise<void> {
  for (const { id, price_cents } of subscriptions) {
    const prescriptionOrder = scheduledPrescriptionOrder(snapshot, id);
    // The amount changes, so the patient is notified again.
    if (prescriptionOrder)
      await updatePrescriptionOrders(db, [prescriptionOrder.id], {
        ...rescheduledTo(prescriptionOrder.charge_on),
        discount_cents: percentOf(price_cents, percent),
      });
  }
}
