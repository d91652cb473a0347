import type { TxServices } from "#server/platform/services.ts";
import { combinationRequirementsOf } from "#server/onboarding/public.ts";
import {
  loadFillFacts,
  type FillObstacle,
  fillObstacles,
  restoreFills,
  consumeFill,
  type RequestedFill,
} from "#server/prescriptions/public.ts";
import { lineTotalCents, createRenewalOrder } from "#server/store/public.ts";
import { type TreatmentSnapshot, currentLine, subscriptionIn } from "../treatment-snapshot.ts";
import { renewalLine } from "../renewal-line.ts";
import { updatePrescriptionOrders, type PrescriptionOrderRow } from "../queries.ts";

/** Supplies to be charged in one sum. */
export interface RenewalOrderInput {
  readonly patientId: string;
  readonly supplies: readonly PrescriptionOrderRow[];
  readonly idempotencyKey: string;
  /** She is not there: the engine charges her. */
  readonly offSession: boolean;
}

/** One that cannot be filled now, and why. */
export interface UnfilledPrescriptionOrder {
  readonly supply: PrescriptionOrderRow;
  readonly obstacle: FillObstacle;
}

/** The order of a claim; null where nothing is left to charge, or some would cost more than she was told. */
export interface RenewalOrderResult {
  readonly orderId: string | null;
  /** Those that cannot be filled now. */
  readonly unfilled: readonly UnfilledPrescriptionOrder[];
  /** Those that would cost more than she was told: nothing was claimed. */
  readonly dearer: readonly PrescriptionOrderRow[];
}

/**
 * Makes one order of supplies that are due, takes a fill of each prescription, and leaves the charge to be asked for. In the transaction of
 * the caller, who holds the lock of her orders and read `book` under it. Those the rule of fills speaks against are left out, with the reason. What the engine
 * charges, and what is owed, costs no more than she was told. A supply keeps the discount it takes until it is known that nothing is owed for it. Refuses
 * as `createRenewalOrder`.
 */
export async function placeRenewalOrder(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  { patientId, supplies: prescriptionOrders, idempotencyKey, offSession }: RenewalOrderInput,
): Promise<RenewalOrderResult> {
  const { db, content } = services;
  const { filled, unfilled } = await checkFills(services, snapshot, patientId, prescriptionOrders);
  if (filled.length === 0) return { orderId: null, unfilled, dearer: [] };
  const lines = filled.map(({ supply: prescriptionOrder }) => ({
    ...renewalLine(content, snapshot, prescriptionOrder),
    toldCents: offSession || prescriptionOrder.failed_on !== null ? prescriptionOrder.told_cents : null,
  }));
  const opened = await createRenewalOrder(services, { patientId, lines, idempotencyKey, offSession });
  if (opened.orderId === null)
    return { orderId: null, unfilled, dearer: opened.dearer.flatMap((index) => filled[index]?.supply ?? []) };
  const { orderId, quote } = opened;
  for (const [index, { supply: prescriptionOrder, takes: fillProductId }] of filled.entries()) {
    const line = quote.lines[index];
    // Only now: a refusal of the order leaves the fills where they are.
    const prescriptionId = fillProductId === null ? null : await consumeFill(db, patientId, fillProductId);
    if (fillProductId !== null && prescriptionId === null) throw new Error(`No fill of ${fillProductId} is left`);
    await updatePrescriptionOrders(db, [prescriptionOrder.id], {
      status: "ordered",
      order_id: orderId,
      prescription_id: prescriptionId,
      product_id: subscriptionIn(snapshot, prescriptionOrder.subscription_id).product_id,
      retry_on: null,
      claims: prescriptionOrder.claims + 1,
      ...(line ? { amount_cents: lineTotalCents(line) } : {}),
      ...(quote.earned?.lineCents[index] && {
        discount_cents: quote.earned.lineCents[index],
        discount_order_id: orderId,
      }),
    });
  }
  return { orderId, unfilled, dearer: [] };
}

/** Which of these can be filled together, and the product each takes a fill of; null where it takes none. */
async function checkFills(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  patientId: string,
  prescriptionOrders: readonly PrescriptionOrderRow[],
) {
  const requested = prescriptionOrders.flatMap((prescriptionOrder) => {
    const requestedFill = requestedFillOf(snapshot, prescriptionOrder);
    return requestedFill === null ? [] : [{ supply: prescriptionOrder, wanted: requestedFill }];
  });
  if (requested.length === 0)
    return {
      filled: prescriptionOrders.map((prescriptionOrder) => ({ supply: prescriptionOrder, takes: null })),
      unfilled: [],
    };
  const facts = await loadFillFacts(services, patientId, await combinationRequirementsOf(services, patientId));
  const obstacles = fillObstacles(
    facts,
    requested.map(({ wanted: requestedFill }) => requestedFill),
  );
  const unfilled = obstacles.flatMap((obstacle): UnfilledPrescriptionOrder[] => {
    const prescriptionOrder = requested[obstacle.index]?.supply;
    return prescriptionOrder ? [{ supply: prescriptionOrder, obstacle }] : [];
  });
  const filled = prescriptionOrders
    .filter((each) => !unfilled.some(({ supply: prescriptionOrder }) => prescriptionOrder === each))
    .map((prescriptionOrder) => {
      const requestedFill = requested.find((each) => each.supply === prescriptionOrder)?.wanted;
      return { supply: prescriptionOrder, takes: requestedFill?.takesFill ? requestedFill.productId : null };
    });
  return { filled, unfilled };
}

/** What a prescription order asks the rule of fills for; null where no prescription is needed. */
function requestedFillOf(
  snapshot: TreatmentSnapshot,
  { subscription_id, period, one_off }: PrescriptionOrderRow,
): RequestedFill | null {
  const subscription = subscriptionIn(snapshot, subscription_id);
  const { id, product_id: productId, quantity, days_supply, status } = subscription;
  const line = currentLine(snapshot, subscription);
  if (line?.prescription === false) return null;
  const prescription = snapshot.prescribed.get(productId);
  // What the doctor approved with the plan is the first fill; what was prescribed instead counts it.
  const isApproved = period === 1 && !snapshot.changed.has(id) && prescription?.withheld === false;
  const hasRenewals = !one_off && (status === "active" || status === "past_due");
  const fillsLeft = (prescription?.refillsLeft ?? 0) - (isApproved ? 0 : 1);
  return {
    productId,
    quantity,
    packDays: line?.days_supply ?? days_supply / quantity,
    takesFill: !isApproved,
    fillsAfter: hasRenewals ? Math.max(0, fillsLeft) : 0,
    apart: false,
  };
}

/** Gives back the fills that were taken for supplies. */
export const restorePrescriptionOrderFills = (
  services: TxServices,
  prescriptionOrders: readonly PrescriptionOrderRow[],
): Promise<void> =>
  restoreFills(
    services.db,
    prescriptionOrders.flatMap(({ prescription_id }) => prescription_id ?? []),
  );
