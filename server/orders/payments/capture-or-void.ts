import { v5 } from "uuid";
import { releaseOrderDiscounts } from "#server/discounts/public.ts";
import {
  intentOf,
  paymentQueues,
  refundableCents,
  requestRefund,
  requestCaptureOrVoid,
} from "#server/payment/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { giveFillBack, isWhollyVoided, orderFillRows, parcelRows } from "#server/prescriptions/public.ts";
import {
  correctOrderEvent,
  lockOrder,
  orderById,
  transitionOrder,
  recordOrderEvent,
  renewOrderEvent,
  type OrderRow,
  unsentLines,
} from "../orders.ts";

type Deps = Pick<Services, "db" | "clock" | "jobs">;

/** UUID namespace of refunds of what was captured but not approved. */
const declinedRefundNamespace = "5b1c9b0a-2f2d-4c0e-9d4b-6a7f3f1d2e88";

/**
 * The physician approved: enqueues the capture; the order is `paid` when the gateway says so. Joins the transaction of `db`. Idempotent;
 * `wrong_state` after `voidDeclinedOrder` or when nothing is authorized.
 */
export const captureApprovedOrder = (services: Deps & Refuses<"wrong_state">, orderId: string): Promise<void> =>
  captureOrVoidOrder(services, orderId, "capture", "approved");

/**
 * The physician declined: enqueues the void; the order becomes `voided`. An amount already captured, because the practice accepted a payment
 * that differed, is refunded in full instead. Otherwise as `captureApprovedOrder`.
 */
export const voidDeclinedOrder = (services: Deps & Refuses<"wrong_state">, orderId: string): Promise<void> =>
  voidOrRefundOrder(services, orderId, "declined");

/** The patient withdrew before a physician decided: as `voidDeclinedOrder`, but nobody declined it. */
export const voidWithdrawnOrder = (services: Deps & Refuses<"wrong_state">, orderId: string): Promise<void> =>
  voidOrRefundOrder(services, orderId, null);

/** The physician approved, and nothing of it is sent now: as `voidDeclinedOrder`, but its discounts are kept for what comes later. */
export const voidUnsentOrder = (services: Deps & Refuses<"wrong_state">, orderId: string): Promise<void> =>
  voidOrRefundOrder(services, orderId, "approved");

function voidOrRefundOrder(
  services: Deps & Refuses<"wrong_state">,
  orderId: string,
  event: "approved" | "declined" | null,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const order = await lockExistingOrder(tx.db, orderId);
    const charge = await intentOf(tx.db, orderId);
    if (order.status !== "paid" || charge.capture_or_void === "capture")
      return captureOrVoidOrder(tx, orderId, "void", event);
    const now = services.clock.now();
    if (event !== null) await recordOrderEvent(tx.db, orderId, event, now);
    const amountCents = await refundableCents(tx.db, orderId);
    if (event !== "approved") await releaseOrderDiscounts(tx.db, orderId, now);
    if (amountCents === 0) return;
    const refundId = v5(orderId, declinedRefundNamespace);
    const reason = event === "approved" ? "Not sent now" : "Not approved";
    await requestRefund(tx.db, services, { refundId, paymentIntentId: charge.id, amountCents, reason });
  });
}

function captureOrVoidOrder(
  { db, clock, jobs, refuse }: Deps & Refuses<"wrong_state">,
  orderId: string,
  decision: "capture" | "void",
  event: "approved" | "declined" | null,
): Promise<void> {
  return inTransaction({ db }, async ({ db: tx }) => {
    const order = await lockExistingOrder(tx, orderId);
    const now = clock.now();
    const charge = await intentOf(tx, orderId);
    const decided = await requestCaptureOrVoid(tx, charge.id, decision, now);
    const capturedAlready = decision === "capture" && order.status === "paid";
    if (decided !== decision && !capturedAlready) throw refuse("wrong_state");
    if (event !== null) await recordOrderEvent(tx, orderId, event, now);
    if (order.status === "authorized") {
      await jobs.enqueue(tx, paymentQueues.captureOrVoid, { paymentIntentId: charge.id });
    }
  });
}

/**
 * Records a step after payment: `pharmacy` while paid, then `shipped`, then `delivered`; any other sequence is `wrong_state`. `detail` is
 * shown to the patient (carrier, tracking number); recording the same step again corrects it.
 */
export function recordFulfillment(
  { db, clock, refuse }: Pick<Deps, "db" | "clock"> & Refuses<"wrong_state">,
  orderId: string,
  step: "pharmacy" | "shipped" | "delivered",
  detail: string | null = null,
): Promise<void> {
  return inTransaction({ db }, async ({ db: tx }) => {
    const order = await lockExistingOrder(tx, orderId);
    const now = clock.now();
    if (order.status === step) return correctOrderEvent(tx, orderId, step, detail);
    const allowed = step === "pharmacy" ? order.status === "paid" : await transitionOrder(tx, orderId, step, now);
    if (!allowed) throw refuse("wrong_state");
    // An order whose parcel came back is sent again.
    await renewOrderEvent(tx, orderId, step, now, detail);
  });
}

/** Enqueues a refund of `amountCents` of a paid order. Each `refundId` (UUID) counts once; more than was paid is `wrong_state`. */
export function refundOrder(
  services: Deps & Refuses<"wrong_state">,
  refund: {
    readonly orderId: string;
    readonly refundId: string;
    readonly amountCents: number;
    readonly reason: string;
  },
): Promise<void> {
  const { orderId, ...command } = refund;
  return inTransaction(services, async ({ db: tx }) => {
    await lockExistingOrder(tx, orderId);
    const charge = await intentOf(tx, orderId);
    await requestRefund(tx, services, { ...command, paymentIntentId: charge.id });
  });
}

/** Marks an order as fully refunded. What was not sent yet won't be, so its fills are left again; of what nothing was sent, its discounts. */
export function markRefunded(
  { db, clock, events }: Pick<Services, "db" | "clock" | "events">,
  orderId: string,
): Promise<void> {
  return inTransaction({ db }, async ({ db: tx }) => {
    const known = await orderById(tx, orderId);
    if (!known) throw new Refusal("not_found");
    await lockPatientOrders(tx, known.patient_id);
    const order = await lockExistingOrder(tx, orderId);
    const unsent = await unsentLines(tx, order);
    const { status, patient_id: patientId } = order;
    if (!(await transitionOrder(tx, orderId, "refunded", clock.now()))) return;
    await recordOrderEvent(tx, orderId, "refunded", clock.now());
    for (const line of unsent) await giveFillBack(tx, line);
    if (status === "paid" && !(await isPartlySent(tx, orderId)))
      await events.announce(tx, "order.came_to_nothing", { patientId, orderId });
  });
}

/** Whether a parcel of the order left the pharmacy, didn't come back, and brought something that wasn't voided. */
async function isPartlySent(db: Tx, orderId: string): Promise<boolean> {
  const parcels = await parcelRows(db, [orderId]).execute();
  const out = parcels.filter(({ returned_at }) => returned_at === null);
  if (out.length === 0) return false;
  const fills = await orderFillRows(db, [orderId]).execute();
  return out.some((parcel) => !isWhollyVoided(parcel, fills));
}

async function lockExistingOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Refusal("not_found");
  return order;
}
