import type { Services, TxServices } from "#server/platform/services.ts";
import { type TreatmentSnapshot, scheduledPrescriptionOrder, currentName } from "../treatment-snapshot.ts";
import { withdrawTreatmentChanges } from "../changes/change-queries.ts";
import { runSubscriptionAction, type SubscriptionTarget } from "./run-subscription-action.ts";
import { notifySubscriptionsCancelled, notifyCancelOfferAccepted } from "../notify-patient.ts";
import { remainingTreatmentText } from "./remaining-treatment.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { pauseAndNotify } from "./pause-subscription.ts";
import { withdrawAllUpsellRequests } from "#server/orders/public.ts";
import { cancelFirstPrescriptionOrders, cancelChargesUnderWay } from "../billing/cancel-and-refund.ts";
import { releaseUnusedDiscounts } from "../billing/release-unused-discounts.ts";
import { clearPaymentFailureIfPaid } from "../billing/clear-payment-failure.ts";
import { saveCancelReason } from "./cancel-reason.ts";
import { type SubscriptionFacts, presentCancelOffer } from "./subscription-actions.ts";
import { companionsSentence } from "../sentences.ts";
import { ownMissingCompanionWarning, withParcelCompanions, warnOfMissingCompanion } from "../companions.ts";
import { notPastDue } from "../billing/billing-rules.ts";
import { updateSubscriptions, updatePrescriptionOrders, rescheduledTo, type SubscriptionRow } from "../queries.ts";

type CancelTarget = SubscriptionTarget & {
  readonly reason?: string | undefined;
  /** Refuses with the warning where something that goes on needs what is cancelled. Whoever cancels for themself was asked on the screen. */
  readonly asksFirst?: boolean | undefined;
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
  runSubscriptionAction(services, target, "cancel", applyCancellation(target), async (txServices) =>
    (await withdrawAllUpsellRequests(txServices, target.patientId))
      ? toText(txServices.content, sentence("treatment.cancelled_upsells"))
      : null,
  );

const applyCancellation =
  ({ patientId, reason, subscriptionId, asksFirst = false }: CancelTarget) =>
  async (
    services: TxServices & Refuses<"wrong_state">,
    snapshot: TreatmentSnapshot,
    subscriptions: readonly SubscriptionRow[],
  ): Promise<string> => {
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
    await updatePrescriptionOrders(services.db, planned, { status: "cancelled", held_back_from: null, ...notPastDue });
    await withdrawTreatmentChanges(services.db, ids, services.clock.now());
    await cancelChargesUnderWay(services, ids);
    await cancelFirstPrescriptionOrders(services, subscriptions);
    if (subscriptionId === undefined) await withdrawAllUpsellRequests(services, patientId);
    await releaseUnusedDiscounts(services, patientId);
    await clearPaymentFailureIfPaid(services, patientId);
    await saveCancelReason(services, patientId, ids, reason);
    const remainingText = await remainingTreatmentText(services, snapshot, patientId, ids);
    await notifySubscriptionsCancelled(services, { patientId, ids, remainingText });
    const warning = await warnOfMissingCompanion(services, snapshot, patientId, ids);
    const isBeingCharged = subscriptions.some(({ status }) => status === "pending");
    // The doctor has just approved it, and its payment is being captured.
    const refund = isBeingCharged ? sentence("treatment.cancelled_while_charged") : null;
    if (remainingText === null) return toText(services.content, sentence("treatment.cancelled_all"), refund);
    const cancelled = isBeingCharged ? sentence("treatment.cancelled") : sentence("treatment.cancelled_one");
    return toText(services.content, cancelled, refund, remainingText, warning);
  };

/** Accepts the practice's one cancel offer: a discount on the next prescription order, or a pause. Returns the offer and a sentence. */
export const preventCancel = (
  services: Services & Refuses<"wrong_state">,
  target: SubscriptionTarget,
): Promise<{ readonly offer: NonNullable<SubscriptionFacts["cancelOffer"]>; readonly message: string }> =>
  runSubscriptionAction(services, target, "preventcancel", async (txServices, snapshot, subscriptions) => {
    const cancelOffer = txServices.content.canceloffer;
    const names = subscriptions.map((row) => currentName(snapshot, row));
    const items = names.join(" and ");
    const offer = presentCancelOffer(txServices.content, items);
    if (cancelOffer === null || offer === null)
      throw services.refuse("wrong_state", { message: sentence("treatment.subscription_no_offer") });
    const { patientId } = target;
    await updateSubscriptions(
      txServices.db,
      subscriptions.map(({ id }) => id),
      { cancel_offer_accepted_at: txServices.clock.now() },
    );
    if (cancelOffer.kind === "pause") {
      const pausedSubscriptions = withParcelCompanions(txServices.content, snapshot, subscriptions);
      const effectText = await pauseAndNotify(txServices, snapshot, {
        patientId,
        subscriptions: pausedSubscriptions,
        months: cancelOffer.months,
      });
      const companionNames =
        pausedSubscriptions.length > subscriptions.length
          ? pausedSubscriptions.map((row) => currentName(snapshot, row))
          : [];
      const paused = sentence("treatment.paused_by_offer");
      return { offer, message: toText(txServices.content, paused, companionsSentence(companionNames), effectText) };
    }
    await discountNextPrescriptionOrders(txServices, snapshot, subscriptions, cancelOffer.percent);
    await notifyCancelOfferAccepted(txServices, { patientId, percent: cancelOffer.percent, items: names.length });
    const taken = sentence("treatment.offer_taken", { percent: String(cancelOffer.percent), items });
    return { offer, message: toText(txServices.content, taken) };
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
        discount_cents: Math.floor((price_cents * percent) / 100),
      });
  }
}
