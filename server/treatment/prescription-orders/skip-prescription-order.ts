import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type TreatmentSnapshot, prescriptionOrderFacts, currentName, subscriptionIn } from "../treatment-snapshot.ts";
import { nextCycleDay } from "../billing/billing-rules.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { releaseUnusedDiscounts } from "../billing/release-unused-discounts.ts";
import { withLockedTreatment } from "../lock-treatment.ts";
import { notifySkipped } from "../notify-patient.ts";
import { planCharges } from "../billing/plan-charges.ts";
import { planPrescriptionOrder } from "../subscriptions/start-subscriptions.ts";
import { updatePrescriptionOrders, type PrescriptionOrderRow } from "../queries.ts";
import { prescriptionOrderObstacle } from "./prescription-order-actions.ts";
import { companionsSentence } from "../sentences.ts";
import { parcelCompanions, warnOfMissingCompanion } from "../companions.ts";

/**
 * Skips a scheduled prescription order, with its parcel companions unless `withoutCompanions`: their next charges move by one cycle. Returns a
 * sentence with the new day. Refuses with `not_found`, `wrong_state`.
 */
export const skipPrescriptionOrder = (
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  prescriptionOrderId: string,
  withoutCompanions = false,
): Promise<string> =>
  withLockedTreatment(services, patientId, async (txServices, snapshot) => {
    const prescriptionOrder = snapshot.supplies.find(({ id }) => id === prescriptionOrderId);
    if (!prescriptionOrder) throw new Refusal("not_found");
    const obstacle = prescriptionOrderObstacle("skip", prescriptionOrderFacts(snapshot, prescriptionOrder));
    if (obstacle) throw services.refuse(obstacle.code, { message: obstacle.message });
    const skipped = [
      prescriptionOrder,
      ...(withoutCompanions ? [] : parcelCompanions(txServices.content, snapshot, prescriptionOrder)),
    ];
    const cycleDays = subscriptionIn(snapshot, prescriptionOrder.subscription_id).days_supply;
    for (const each of skipped) {
      await updatePrescriptionOrders(txServices.db, [each.id], { status: "skipped", on_hold_from: null });
      await planNextCycle(txServices, snapshot, each, cycleDays);
    }
    const day = nextCycleDay(prescriptionOrder.charge_on, cycleDays, snapshot.today);
    await notifySkipped(txServices, { patientId, supply: prescriptionOrder, day });
    const ids = skipped.map(({ subscription_id }) => subscription_id);
    const names = ids.map((id) => currentName(snapshot, subscriptionIn(snapshot, id)));
    const warning = await warnOfMissingCompanion(txServices, snapshot, patientId, ids);
    const next = sentence("treatment.next_order", { day: formatDay(day) });
    return toText(txServices.content, sentence("treatment.skipped"), companionsSentence(names), next, warning);
  });

/**
 * Plans the prescription order one cycle after this one, which is not shipped; returns its day. The discount of the subscription's first order
 * or of the practice's cancel offer moves along; an earned discount becomes available again for the next charge.
 */
export async function planNextCycle(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
  cycleDays = subscriptionIn(snapshot, prescriptionOrder.subscription_id).days_supply,
): Promise<string> {
  const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  const day = nextCycleDay(prescriptionOrder.charge_on, cycleDays, snapshot.today);
  const { discount_cents, discount_order_id } = prescriptionOrder;
  const keepsDiscount = discount_order_id === null || discount_order_id === subscription.order_id;
  await planPrescriptionOrder(services, subscription, day, {
    not_before: day,
    ...(keepsDiscount && { discount_cents, discount_order_id }),
  });
  await planCharges(services, prescriptionOrder.patient_id);
  await releaseUnusedDiscounts(services, prescriptionOrder.patient_id);
  return day;
}
