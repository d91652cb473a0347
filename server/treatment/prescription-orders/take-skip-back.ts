import { formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { backTogether } from "../calendar/companions.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { chargeDayAfterAll } from "../charge-days.ts";
import { notifySkipTakenBack } from "../notify-patient.ts";
import { type PrescriptionOrderRow, rescheduledTo, updatePrescriptionOrders } from "../queries.ts";
import { companionsSentence } from "../sentences.ts";
import { actOnTreatment } from "../snapshot/lock-treatment.ts";
import { prescriptionOrderObstacle } from "../snapshot/prescription-order-actions.ts";
import {
  currentName,
  plannedAfterSkip,
  prescriptionOrderFacts,
  subscriptionIn,
  type TreatmentSnapshot,
} from "../snapshot/treatment-snapshot.ts";

/**
 * Takes a skip back, with what was skipped along: it's charged on the day it had, or five days from now at least where that is past. What was planned after it is
 * no more. Returns a sentence with the day. Refuses with `not_found`, `wrong_state`.
 */
export const takeSkipBack = (
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  prescriptionOrderId: string,
): Promise<string> =>
  actOnTreatment(services, patientId, {
    load: (_, { prescriptionOrders }) => prescriptionOrders.find(({ id }) => id === prescriptionOrderId),
    obstacle: (_, snapshot, skipped) => prescriptionOrderObstacle("unskip", prescriptionOrderFacts(snapshot, skipped)),
    perform: async (tx, snapshot, skipped) => {
      const back = backTogether(tx.content, snapshot, skipped);
      for (const each of back) await putBack(tx, snapshot, each);
      await planCharges(tx, patientId);
      const planned = await tx.db
        .selectFrom("prescription_order")
        .select("charge_on")
        .where(
          "id",
          "in",
          back.map(({ id }) => id),
        )
        .execute();
      const day = planned.map(({ charge_on }) => charge_on).reduce(laterDay);
      await notifySkipTakenBack(tx, { patientId, prescriptionOrder: skipped, day });
      const names = back.map(({ subscription_id }) => currentName(snapshot, subscriptionIn(snapshot, subscription_id)));
      const next = sentence("treatment.next_order", { day: formatDay(day) });
      return toText(tx.content, sentence("treatment.unskipped"), companionsSentence(names), next);
    },
  });

/** Its discount is that of the one planned after it, which moved along. */
async function putBack({ db }: TxServices, snapshot: TreatmentSnapshot, skipped: PrescriptionOrderRow): Promise<void> {
  const next = plannedAfterSkip(snapshot, skipped);
  if (next === null) throw new Error(`Nothing is planned after ${skipped.id}`);
  await db.deleteFrom("prescription_order").where("id", "=", next.id).execute();
  const day = chargeDayAfterAll(skipped.charge_on, snapshot.today);
  const { discount_cents, discount_order_id } = next;
  await updatePrescriptionOrders(db, [skipped.id], {
    ...{ status: "scheduled", discount_cents, discount_order_id },
    ...(day !== skipped.charge_on && rescheduledTo(day)),
  });
}
