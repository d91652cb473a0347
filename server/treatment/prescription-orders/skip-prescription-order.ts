import { formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { parcelCompanions, warnOfMissingCompanion } from "../calendar/companions.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { nextCycleDay } from "../charge-days.ts";
import { releaseUnusedDiscounts } from "../charges/release-unused-discounts.ts";
import { notifySkipped } from "../notify-patient.ts";
import { updatePrescriptionOrders, type PrescriptionOrderRow } from "../queries.ts";
import { companionsSentence } from "../sentences.ts";
import { actOnTreatment } from "../snapshot/lock-treatment.ts";
import { prescriptionOrderObstacle } from "../snapshot/prescription-order-actions.ts";
import {
  type TreatmentSnapshot,
  prescriptionOrderFacts,
  currentName,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";
import { planPrescriptionOrder } from "../subscriptions/start-subscriptions.ts";

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
  actOnTreatment(services, patientId, {
    load: (_, { prescriptionOrders }) => prescriptionOrders.find(({ id }) => id === prescriptionOrderId),
    obstacle: (_, snapshot, prescriptionOrder) =>
      prescriptionOrderObstacle("skip", prescriptionOrderFacts(snapshot, prescriptionOrder)),
    perform: async (tx, snapshot, prescriptionOrder) => {
      const skipped = [
        prescriptionOrder,
        ...(withoutCompanions ? [] : parcelCompanions(tx.content, snapshot, prescriptionOrder)),
      ];
      const cycleDays = subscriptionIn(snapshot, prescriptionOrder.subscription_id).days_supply;
      for (const each of skipped) {
        await updatePrescriptionOrders(tx.db, [each.id], { status: "skipped", held_back_from: null });
        await planNextCycle(tx, snapshot, each, cycleDays);
      }
      const day = nextCycleDay(prescriptionOrder.charge_on, cycleDays, snapshot.today);
      await notifySkipped(tx, { patientId, prescriptionOrder, day });
      const ids = skipped.map(({ subscription_id }) => subscription_id);
      const names = ids.map((id) => currentName(snapshot, subscriptionIn(snapshot, id)));
      const warning = await warnOfMissingCompanion(tx, snapshot, patientId, ids);
      const next = sentence("treatment.next_order", { day: formatDay(day) });
      return toText(tx.content, sentence("treatment.skipped"), companionsSentence(names), next, warning);
    },
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
    earliest_charge_on: day,
    ...(keepsDiscount && { discount_cents, discount_order_id }),
  });
  await planCharges(services, prescriptionOrder.patient_id);
  await releaseUnusedDiscounts(services, prescriptionOrder.patient_id);
  return day;
}
