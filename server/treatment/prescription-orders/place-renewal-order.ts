import { fillScreeningOf } from "#server/onboarding/public.ts";
import { lineTotalCents, createRenewalOrder } from "#server/orders/public.ts";
import { periodPurpose, reorderPurpose } from "#server/payment/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { loadFillFacts, type FillObstacle, fillObstacles, consumeFill } from "#server/prescriptions/public.ts";
import { requestedFillOf } from "../calendar/ordering-rule.ts";
import { renewalOrderLine } from "../calendar/upcoming-charges.ts";
import { notPastDue } from "../charge-days.ts";
import { clearPaymentFailureIfPaid } from "../charges/clear-payment-failure.ts";
import { updatePrescriptionOrders, type PrescriptionOrderRow, updateSubscriptions, rescheduledTo } from "../queries.ts";
import { type TreatmentSnapshot, subscriptionIn } from "../snapshot/treatment-snapshot.ts";

/** Prescription orders to be charged in one amount. */
export interface RenewalOrderInput {
  readonly patientId: string;
  readonly prescriptionOrders: readonly PrescriptionOrderRow[];
  /** The idempotency key of an order for `filled`, the first of what can be filled now. */
  readonly keyOf: (filled: PrescriptionOrderRow) => string;
  /** The patient is not present: billing charges automatically. */
  readonly offSession: boolean;
}

/** A prescription order that cannot be filled now, and why. */
export interface UnfilledPrescriptionOrder {
  readonly prescriptionOrder: PrescriptionOrderRow;
  readonly obstacle: FillObstacle;
}

/** The order that was placed; null when nothing is left to charge, or some would cost more than the patient was notified of. */
export interface RenewalOrderResult {
  readonly orderId: string | null;
  /** Prescription orders that cannot be filled now. */
  readonly unfilled: readonly UnfilledPrescriptionOrder[];
  /** Prescription orders that would cost more than the patient was notified of; nothing was placed. */
  readonly aboveNotified: readonly PrescriptionOrderRow[];
}

/**
 * Places one order for prescription orders that are due and consumes a fill of each prescription; the caller requests the charge. Runs in the
 * transaction of a caller that holds the patient's order lock and loaded `snapshot` under it. What the fill rule refuses is left out, with the
 * reason. Automatic charges and past-due amounts cost no more than the patient was notified of. A prescription order keeps the discount it
 * takes until it is known that nothing is past due for it. Refuses like `createRenewalOrder`.
 */
export async function placeRenewalOrder(
  services: TxServices & Refuses<"no_payment_method" | "no_shipping_address" | "not_available_in_state">,
  snapshot: TreatmentSnapshot,
  { patientId, prescriptionOrders, keyOf, offSession }: RenewalOrderInput,
): Promise<RenewalOrderResult> {
  const { db, content } = services;
  const { filled, unfilled } = await checkFills(services, snapshot, prescriptionOrders, { patientId, offSession });
  const [first] = filled;
  if (!first) return { orderId: null, unfilled, aboveNotified: [] };
  const idempotencyKey = keyOf(first.prescriptionOrder);
  const lines = filled.map(({ prescriptionOrder }) => ({
    ...renewalOrderLine(content, snapshot, prescriptionOrder),
    notifiedCents: offSession || prescriptionOrder.failed_on !== null ? prescriptionOrder.notified_cents : null,
  }));
  const chargeFor = filled.map(({ prescriptionOrder: { subscription_id, period, one_off, charge_on } }) =>
    one_off ? reorderPurpose(subscription_id, charge_on) : periodPurpose(subscription_id, period),
  );
  const opened = await createRenewalOrder(services, { patientId, lines, idempotencyKey, chargeFor, offSession });
  if (opened.orderId === null)
    return {
      orderId: null,
      unfilled,
      aboveNotified: opened.aboveNotified.flatMap((index) => filled[index]?.prescriptionOrder ?? []),
    };
  const { orderId, quote } = opened;
  for (const [index, { prescriptionOrder, fillProductId }] of filled.entries()) {
    const line = quote.lines[index];
    // Only here: if the order is refused, no fill is consumed.
    const prescriptionId = fillProductId === null ? null : await consumeFill(db, patientId, fillProductId);
    if (fillProductId !== null && prescriptionId === null) throw new Error(`No fill of ${fillProductId} is left`);
    await updatePrescriptionOrders(db, [prescriptionOrder.id], {
      status: "ordered",
      order_id: orderId,
      prescription_id: prescriptionId,
      product_id: subscriptionIn(snapshot, prescriptionOrder.subscription_id).product_id,
      retry_on: null,
      order_attempts: prescriptionOrder.order_attempts + 1,
      ...(line ? { amount_cents: lineTotalCents(line) } : {}),
      ...(quote.earned?.lineCents[index] && {
        discount_cents: quote.earned.lineCents[index],
        discount_order_id: orderId,
      }),
    });
  }
  return { orderId, unfilled, aboveNotified: [] };
}

/** Which of these can be filled together, and the product each consumes a fill of; null where it consumes none. */
async function checkFills(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrders: readonly PrescriptionOrderRow[],
  { patientId, offSession }: Pick<RenewalOrderInput, "patientId" | "offSession">,
) {
  const requested = prescriptionOrders.flatMap((prescriptionOrder) => {
    const requestedFill = requestedFillOf(snapshot, prescriptionOrder);
    return requestedFill === null ? [] : [{ prescriptionOrder, requestedFill }];
  });
  if (requested.length === 0)
    return {
      filled: prescriptionOrders.map((prescriptionOrder) => ({ prescriptionOrder, fillProductId: null })),
      unfilled: [],
    };
  const loaded = await loadFillFacts(services, patientId, await fillScreeningOf(services, patientId));
  // What runs in the first record of a person goes on; a record that was linked with it waits.
  const facts = offSession && loaded.isEarliestRecord ? { ...loaded, linkedBoxes: new Map() } : loaded;
  const obstacles = fillObstacles(
    facts,
    requested.map(({ requestedFill }) => requestedFill),
  );
  const unfilled = obstacles.flatMap((obstacle): UnfilledPrescriptionOrder[] => {
    const prescriptionOrder = requested[obstacle.index]?.prescriptionOrder;
    return prescriptionOrder ? [{ prescriptionOrder, obstacle }] : [];
  });
  const filled = prescriptionOrders
    .filter((each) => !unfilled.some(({ prescriptionOrder }) => prescriptionOrder === each))
    .map((prescriptionOrder) => {
      const requestedFill = requested.find((each) => each.prescriptionOrder === prescriptionOrder)?.requestedFill;
      return { prescriptionOrder, fillProductId: requestedFill?.consumesFill ? requestedFill.productId : null };
    });
  return { filled, unfilled };
}

/**
 * Like `placeRenewalOrder`, for every prescription order that costs no more than its reminder said. The patient is notified again of the
 * others, with the full notice period. `inputFor`: the input for a subset.
 */
export async function placeRenewalOrderAsNotified(
  services: TxServices & Refuses<"no_payment_method" | "no_shipping_address" | "not_available_in_state">,
  snapshot: TreatmentSnapshot,
  prescriptionOrders: readonly PrescriptionOrderRow[],
  inputFor: (prescriptionOrders: readonly PrescriptionOrderRow[]) => RenewalOrderInput,
): Promise<RenewalOrderResult> {
  const result = await placeRenewalOrder(services, snapshot, inputFor(prescriptionOrders));
  const { aboveNotified } = result;
  if (aboveNotified.length === 0) return result;
  await resetReminders(services, aboveNotified);
  return placeRenewalOrderAsNotified(
    services,
    snapshot,
    prescriptionOrders.filter((prescriptionOrder) => !aboveNotified.includes(prescriptionOrder)),
    inputFor,
  );
}

/**
 * These cost more than the patient was notified of, for example because another order used the discount. They are notified again, also of
 * past-due ones, and nothing is charged before.
 */
async function resetReminders(services: TxServices, aboveNotified: readonly PrescriptionOrderRow[]): Promise<void> {
  const { db } = services;
  for (const { id, charge_on, failed_on, subscription_id, patient_id } of aboveNotified) {
    await updatePrescriptionOrders(db, [id], { ...rescheduledTo(charge_on), ...notPastDue });
    if (failed_on === null) continue;
    await updateSubscriptions(db, [subscription_id], { status: "active" });
    await clearPaymentFailureIfPaid(services, patient_id);
  }
}
