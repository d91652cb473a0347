import { formatDay } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { moveObstacle, movedTogether } from "../calendar/move-rule.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { notifyMoved } from "../notify-patient.ts";
import { rescheduledTo, updatePrescriptionOrders } from "../queries.ts";
import { companionsSentence } from "../sentences.ts";
import { actOnTreatment } from "../snapshot/lock-treatment.ts";
import { currentName, subscriptionIn } from "../snapshot/treatment-snapshot.ts";

/**
 * Moves a planned prescription order to a day, with what shares its parcel; the patient is told of that charge anew. The day it has already changes nothing.
 * Returns a sentence with the day. Refuses with `not_found`, `wrong_state`.
 */
export const movePrescriptionOrder = (
  services: Services & Refuses<"wrong_state">,
  {
    patientId,
    prescriptionOrderId,
    day,
  }: {
    readonly patientId: string;
    readonly prescriptionOrderId: string;
    readonly day: string;
  },
): Promise<string> =>
  actOnTreatment(services, patientId, {
    load: (_, { prescriptionOrders }) => prescriptionOrders.find(({ id }) => id === prescriptionOrderId),
    obstacle: ({ content }, snapshot, order) =>
      moveObstacle(content, snapshot, order, order.charge_on === day ? undefined : day),
    perform: async (tx, snapshot, order) => {
      const together = movedTogether(tx.content, snapshot, order);
      if (order.charge_on !== day) {
        for (const { id, moved_from, charge_on } of together) {
          const hadDay = moved_from ?? charge_on;
          await updatePrescriptionOrders(tx.db, [id], {
            ...{ ...rescheduledTo(day), earliest_charge_on: day, moved_from: hadDay === day ? null : hadDay },
          });
        }
        await planCharges(tx, patientId);
        await notifyMoved(tx, { patientId, prescriptionOrder: order, day });
      }
      const names = together.map(({ subscription_id }) =>
        currentName(snapshot, subscriptionIn(snapshot, subscription_id)),
      );
      const next = sentence("treatment.next_order", { day: formatDay(day) });
      return toText(tx.content, sentence("treatment.moved"), companionsSentence(names), next);
    },
  });
