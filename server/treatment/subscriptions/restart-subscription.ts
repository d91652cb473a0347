import { formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { withOwnFacts } from "../calendar/ordering-rule.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { plannedBeforeCancel, restartObstacle, restartTogether } from "../calendar/restart-rule.ts";
import { chargeDayAfterAll, earliestCharge } from "../charge-days.ts";
import { notifyRestarted } from "../notify-patient.ts";
import { rescheduledTo, type SubscriptionRow, updatePrescriptionOrders, updateSubscriptions } from "../queries.ts";
import { companionsSentence } from "../sentences.ts";
import { actOnTreatment } from "../snapshot/lock-treatment.ts";
import { currentName, type TreatmentSnapshot } from "../snapshot/treatment-snapshot.ts";
import { planPrescriptionOrder } from "./start-subscriptions.ts";

/**
 * A canceled subscription goes on, with what was canceled along and what it needs: on the day it had, or where that is past, as soon as the patient can be notified
 * of it. Nothing is charged at once. Returns a sentence with the day. Refuses with `not_found`, `wrong_state`.
 */
export const restartSubscription = (
  services: Services & Refuses<"wrong_state">,
  { patientId, subscriptionId }: { readonly patientId: string; readonly subscriptionId: string },
): Promise<string> =>
  actOnTreatment(services, patientId, {
    load: async (tx, known) => {
      const row = known.subscriptions.find(({ id }) => id === subscriptionId);
      return row && { row, snapshot: await withOwnFacts(tx, patientId, known) };
    },
    obstacle: ({ content }, _, { row, snapshot }) => {
      const message = restartObstacle(content, snapshot, row);
      return message === null ? null : { code: "wrong_state", message };
    },
    perform: async (tx, _, { row, snapshot }) => {
      const takesBack = plannedBeforeCancel(snapshot, row) !== undefined;
      const together = restartTogether(tx.content, snapshot, row);
      for (const each of together) await goOn(tx, snapshot, each);
      await planCharges(tx, patientId);
      const { charge_on: day } = await tx.db
        .selectFrom("prescription_order")
        .select("charge_on")
        .where("status", "=", "scheduled")
        .where(
          "subscription_id",
          "in",
          together.map(({ id }) => id),
        )
        .orderBy("charge_on")
        .executeTakeFirstOrThrow();
      await notifyRestarted(tx, { patientId, subscriptionId, day });
      const done = sentence(takesBack ? "treatment.cancel_taken_back" : "treatment.restarted");
      const names = together.map((each) => currentName(snapshot, each));
      return toText(
        tx.content,
        done,
        companionsSentence(names),
        sentence("treatment.next_order", { day: formatDay(day) }),
      );
    },
  });

/**
 * What was planned comes back as it was, except for a discount that an order had: that became available again when the subscription was canceled. Where
 * nothing is left of the plan, one is made for the first day the patient can be notified of.
 */
async function goOn(services: TxServices, snapshot: TreatmentSnapshot, row: SubscriptionRow): Promise<void> {
  const { db } = services;
  await updateSubscriptions(db, [row.id], { status: "active", cancelled_at: null, cancel_reason_sealed: null });
  const planned = plannedBeforeCancel(snapshot, row);
  if (!planned) return planPrescriptionOrder(services, row, earliestCharge(snapshot.today));
  const day = chargeDayAfterAll(planned.charge_on, snapshot.today);
  await updatePrescriptionOrders(db, [planned.id], {
    status: "scheduled",
    ...(day !== planned.charge_on && rescheduledTo(day)),
    ...(planned.discount_order_id !== null && { discount_cents: 0, discount_order_id: null, ...rescheduledTo(day) }),
  });
}
