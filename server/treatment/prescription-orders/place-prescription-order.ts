import type { FillErrorCode, PaymentErrorCode } from "#contract/http/errors.ts";
import { chargeIfPending, fillErrorCodes, orderByKey, orderOutcome } from "#server/orders/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { orderedTogether, orderingObstacle, withOwnFacts } from "../calendar/ordering-rule.ts";
import { refusalBy } from "../obstacle.ts";
import {
  insertPrescriptionOrder,
  nextPeriodNumber,
  findPrescriptionOrder,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { actOnTreatment } from "../snapshot/lock-treatment.ts";
import { type TreatmentSnapshot, refillsLeftOf, currentName, subscriptionIn } from "../snapshot/treatment-snapshot.ts";
import { holdBack } from "./hold-back.ts";
import { placeRenewalOrder } from "./place-renewal-order.ts";
import { settleRenewalOrder } from "./settle-renewal-order.ts";

export interface PlaceOrderCommand {
  readonly patientId: string;
  readonly prescriptionOrderId: string;
  /** The same key gives the same order. */
  readonly idempotencyKey: string;
}

/** The outcome: a paid order with the names of what it ships, or a request for a prescription renewal to the doctor (`orderId` null). */
export interface PlaceOrderResult {
  readonly orderId: string | null;
  readonly prescriptionOrderId: string;
  readonly names?: readonly string[];
}

type PlaceErrorCode =
  | PaymentErrorCode
  | FillErrorCode
  | "no_payment_method"
  | "no_shipping_address"
  | "not_available_in_state"
  | "wrong_state";

/**
 * Charges and ships the scheduled prescription order now, with its parcel companions that may be ordered now. Refuses with `not_found`,
 * `wrong_state`, `too_early` (details: the day), the code of a decline, `payment_pending`. With no refill left the doctor is asked to renew,
 * and nothing is charged. Call it outside a transaction.
 */
export const getNext = (
  services: Services & Refuses<PlaceErrorCode>,
  command: PlaceOrderCommand,
): Promise<PlaceOrderResult> =>
  placePrescriptionOrder(services, command, "getnext", async (_, _snapshot, together) => together);

/**
 * Reorders the patient's last prescription order while its subscription is paused or cancelled, with what belongs together with it and may be ordered
 * now, as one order; no renewal order follows it. Refuses like `getNext`.
 */
export const reorder = (
  services: Services & Refuses<PlaceErrorCode | "conflict">,
  command: PlaceOrderCommand,
): Promise<PlaceOrderResult> =>
  placePrescriptionOrder(services, command, "reorder", async (txServices, snapshot, together) => {
    const made: PrescriptionOrderRow[] = [];
    for (const each of together) made.push(await insertOneOff({ ...services, ...txServices }, snapshot, each));
    return made;
  });

async function insertOneOff(
  { db, clock, refuse }: TxServices & Refuses<"conflict">,
  snapshot: TreatmentSnapshot,
  { patient_id, subscription_id }: PrescriptionOrderRow,
): Promise<PrescriptionOrderRow> {
  const id = await insertPrescriptionOrder(db, {
    patient_id,
    subscription_id,
    period: await nextPeriodNumber(db, subscription_id),
    order_id: null,
    status: "scheduled",
    charge_on: snapshot.patientToday,
    amount_cents: subscriptionIn(snapshot, subscription_id).price_cents,
    one_off: true,
    created_at: clock.now(),
  });
  const made = id && (await findPrescriptionOrder(db, patient_id, id));
  if (!made) throw refuse("conflict");
  return made;
}

async function placePrescriptionOrder(
  services: Services & Refuses<PlaceErrorCode>,
  command: PlaceOrderCommand,
  action: "getnext" | "reorder",
  prepare: (
    txServices: TxServices,
    snapshot: TreatmentSnapshot,
    together: readonly PrescriptionOrderRow[],
  ) => Promise<readonly PrescriptionOrderRow[]>,
): Promise<PlaceOrderResult> {
  const { patientId, prescriptionOrderId, idempotencyKey } = command;
  const result = await actOnTreatment(services, patientId, {
    load: async (tx, known) => {
      const prescriptionOrder = known.prescriptionOrders.find(({ id }) => id === prescriptionOrderId);
      if (!prescriptionOrder) return undefined;
      return { prescriptionOrder, snapshot: await withOwnFacts(tx, patientId, known) };
    },
    instead: async ({ db }): Promise<PlaceOrderResult | null> => {
      const made = await orderByKey(db, patientId, idempotencyKey);
      return made ? { orderId: made.id, prescriptionOrderId } : null;
    },
    obstacle: ({ content }, _, { prescriptionOrder, snapshot }) =>
      orderingObstacle(content, snapshot, action, prescriptionOrder),
    perform: async (tx, _, { prescriptionOrder, snapshot }) => {
      if (refillsLeftOf(snapshot, subscriptionIn(snapshot, prescriptionOrder.subscription_id)) === 0) {
        await holdBack(tx, snapshot, prescriptionOrder);
        return { orderId: null, prescriptionOrderId };
      }
      const together = orderedTogether[action](tx.content, snapshot, prescriptionOrder);
      const requested = await prepare(tx, snapshot, together);
      const { orderId, unfilled } = await placeRenewalOrder(tx, snapshot, {
        patientId,
        prescriptionOrders: requested,
        keyOf: () => idempotencyKey,
        offSession: false,
      });
      const requestedId = requested[0]?.id ?? prescriptionOrderId;
      const refused = unfilled.find(({ prescriptionOrder: { id } }) => id === requestedId);
      if (refused) throw refusalBy(services, { ...refused.obstacle, code: fillErrorCodes[refused.obstacle.kind] });
      const ordered = requested.filter((each) => !unfilled.some(({ prescriptionOrder: { id } }) => id === each.id));
      const names = ordered.map(({ subscription_id }) =>
        currentName(snapshot, subscriptionIn(snapshot, subscription_id)),
      );
      return { orderId, prescriptionOrderId: requestedId, names };
    },
  });
  if (result.orderId === null) return result;
  const step = await chargeIfPending(services, result.orderId);
  await settleRenewalOrder(services, result.orderId);
  await orderOutcome(services, result.orderId, step);
  return result;
}
