import { sql } from "kysely";
import { v5 } from "uuid";
import { plainAmount } from "#contract/fields/numbers.ts";
import { releaseOrderDiscounts } from "#server/discounts/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import {
  closeMismatchedIntent,
  intentOf,
  requestRefund,
  requestRelease,
  type IntentRow,
} from "#server/payment/public.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import type { Intent, IntentStatus } from "#server/platform/gateway/port.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { lockOrder, transitionOrder, recordOrderEvent, type OrderRow } from "../orders.ts";
import { orderQueues } from "../queues.ts";
import { postCaptureEntry } from "./capture-entry.ts";
import { keepsDiscounts } from "./keeps-discounts.ts";

/** The gateway's amounts, in cents, for an order they differ from. */
interface GatewayAmounts {
  readonly capturedCents: number;
  readonly refundedCents: number;
  readonly currency: string;
}

interface OrderAmount {
  readonly totalCents: number;
  readonly currency: string;
}

/** What was captured and not refunded, in cents. */
const netCapturedCents = ({ capturedCents, refundedCents }: GatewayAmounts): number => capturedCents - refundedCents;

/** Why the captured amount cannot pay the order, as a sentence for the clinic; null when it can. Any excess is refunded. */
export function acceptObstacle(actual: GatewayAmounts, expected: OrderAmount): string | null {
  if (actual.currency !== expected.currency) return "This payment is in another currency, so it can only be released.";
  if (netCapturedCents(actual) < expected.totalCents)
    return "Less was taken than the order costs. Release it so the patient can pay again.";
  return null;
}

/** UUID namespace of refunds of an excess. */
const excessRefundNamespace = "1d0f4a0e-3f53-4a7e-9a52-7b1f5c0e6c44";

/**
 * Records the gateway's latest state for an order in `mismatch`; the first time, enqueues the job that mails the patient and the practice.
 * The caller holds the order's lock.
 */
export async function recordMismatch(
  tx: Tx,
  { clock, jobs }: Pick<Services, "clock" | "jobs">,
  orderId: string,
  intent: Intent,
): Promise<void> {
  const gatewayState = {
    gateway_intent_id: intent.id,
    intent_status: intent.status,
    amount_cents: intent.amount,
    captured_cents: intent.amountCaptured,
    refunded_cents: intent.amountRefunded,
    currency: intent.currency,
  };
  const existing = await mismatchOf(tx, orderId);
  if (existing) {
    await tx.updateTable("payment_mismatch").set(gatewayState).where("order_id", "=", orderId).execute();
    return;
  }
  await tx
    .insertInto("payment_mismatch")
    .values({ order_id: orderId, ...gatewayState, detected_at: clock.now() })
    .execute();
  await jobs.enqueue(tx, orderQueues.mismatch, { orderId });
}

/** Mails the patient and the practice about an order in `mismatch`, once. */
export function notifyOfMismatch(services: Services, orderId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const order = await lockOrder(tx.db, orderId);
    const mismatch = await mismatchOf(tx.db, orderId);
    if (!order || !mismatch || mismatch.notified_at !== null) return;
    const notified = { notified_at: services.clock.now() };
    await tx.db.updateTable("payment_mismatch").set(notified).where("order_id", "=", orderId).execute();
    await notifyAndMail(tx, {
      patientId: order.patient_id,
      template: "payment_review",
      values: { orderid: orderId },
      dedupeKey: orderId,
    });
    const mailValues = {
      order: order.number ?? orderId,
      expected: formatMoney(order.total_cents, order.currency),
      found: `${formatMoney(mismatch.amount_cents, mismatch.currency)} (${mismatch.intent_status})`,
      taken: formatMoney(netCapturedCents(gatewayAmounts(mismatch)), mismatch.currency),
      payment: mismatch.gateway_intent_id,
      link: `${services.config.publicUrl}/clinic/money`,
    };
    await queueMail(tx, {
      mail: "practice_payment_differs",
      to: services.content.brand.supportemail,
      values: mailValues,
    });
  });
}

/** `accept`: what was captured pays the order; `release`: all of it is given back. */
export type MismatchOutcome = "accept" | "release";

/**
 * Applies the practice's decision on an order in `mismatch`. `accept`: the captured amount pays the order and any excess is refunded;
 * `release`: all of it is refunded or voided, and the patient may order again. `wrong_state`, with a sentence, for any other order, and where
 * the captured amount cannot pay it or the order is no longer wanted. Joins the transaction of `db`.
 */
export function resolveMismatch(
  services: Services & Refuses<"wrong_state">,
  orderId: string,
  outcome: MismatchOutcome,
  by: string | null = null,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const order = await lockOrder(tx.db, orderId);
    if (!order) throw new Refusal("not_found");
    const mismatch = await mismatchOf(tx.db, orderId);
    if (order.status !== "mismatch" || !mismatch)
      throw services.refuse("wrong_state", { message: notWaitingText(mismatch?.outcome ?? null) });
    const charge = await intentOf(tx.db, orderId);
    if (outcome === "accept" && charge.capture_or_void === "void")
      throw services.refuse("wrong_state", { message: releaseOnlyText });
    await (outcome === "accept"
      ? acceptMismatch(tx, order, charge, mismatch)
      : releaseMismatch(tx, order, charge, mismatch));
    const decision = { outcome, decided_at: services.clock.now(), decided_by: by };
    await tx.db.updateTable("payment_mismatch").set(decision).where("order_id", "=", orderId).execute();
    await services.jobs.enqueue(tx.db, orderQueues.settled, { orderId });
  });
}

const alreadyDecided: Readonly<Record<MismatchOutcome, string>> = {
  accept: "This payment has been accepted already.",
  release: "This payment has been given back already.",
};
const notWaitingText = (outcome: MismatchOutcome | null): string =>
  outcome === null ? "The payment for this order isn't waiting for a decision." : alreadyDecided[outcome];
const releaseOnlyText = "This order was declined or withdrawn, so its payment can only be released.";

type MismatchRow = NonNullable<Awaited<ReturnType<typeof mismatchOf>>>;

async function acceptMismatch(
  services: TxServices & Refuses<"wrong_state">,
  order: OrderRow,
  charge: IntentRow,
  row: MismatchRow,
): Promise<void> {
  const { db, clock, jobs } = services;
  const actual = gatewayAmounts(row);
  const message = acceptObstacle(actual, { totalCents: order.total_cents, currency: order.currency });
  if (message !== null) throw services.refuse("wrong_state", { message });
  const now = clock.now();
  const capturedCents = netCapturedCents(actual);
  const excess = capturedCents - order.total_cents;
  await closeMismatchedIntent(db, charge.id, capturedCents, now);
  await transitionOrder(db, order.id, "paid", now);
  await recordOrderEvent(db, order.id, "paid", now);
  await postCaptureEntry(db, order, { id: charge.id, capturedCents }, now);
  if (excess > 0) {
    const refundId = v5(order.id, excessRefundNamespace);
    await requestRefund(db, services, {
      refundId,
      paymentIntentId: charge.id,
      amountCents: excess,
      reason: "Taken too much",
    });
  }
  await jobs.enqueue(db, orderQueues.placed, { orderId: order.id });
}

async function releaseMismatch(
  services: TxServices,
  order: OrderRow,
  charge: IntentRow,
  mismatch: MismatchRow,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await closeMismatchedIntent(db, charge.id, null, now);
  await transitionOrder(db, order.id, "voided", now);
  await recordOrderEvent(db, order.id, "voided", now);
  if (!(await keepsDiscounts(db, order, charge))) await releaseOrderDiscounts(db, order.id, now);
  const intent = {
    id: mismatch.gateway_intent_id,
    status: mismatch.intent_status as IntentStatus,
    amountCaptured: mismatch.captured_cents,
    amountRefunded: mismatch.refunded_cents,
  };
  await requestRelease(db, services, {
    intent,
    orderId: order.id,
    reason: "the practice released what differs from the order",
  });
  await notifyPaymentReleased(services, order);
}

/** Notifies the patient that nothing is held or charged for an order. Joins the transaction of `db`. */
export async function notifyPaymentReleased(
  services: TxServices,
  order: Pick<OrderRow, "id" | "patient_id">,
): Promise<void> {
  await notifyAndMail(services, {
    patientId: order.patient_id,
    template: "payment_released",
    values: { orderid: order.id },
    dedupeKey: order.id,
  });
}

/** Whether the practice gave back what was charged for an order, because it differed. */
export const isGivenBack = async (db: Database, orderId: string): Promise<boolean> =>
  (await mismatchOf(db, orderId))?.outcome === "release";

/** A payment that differs from its order, or did until somebody decided; in cents. */
export interface PaymentMismatch {
  readonly capturedCents: number;
  readonly authorizedCents: number;
  readonly currency: string;
  /** Why it cannot pay the order; null where it can. */
  readonly obstacle: string | null;
  /** Null while it waits for one. */
  readonly decision: {
    readonly outcome: MismatchOutcome;
    readonly at: Date;
    readonly by: string | null;
    /** The gateway hasn't confirmed yet that all of it is given back. */
    readonly givingBack: boolean;
  } | null;
}

/** What was charged for those of these orders whose payment differs or differed, by order id. */
export async function mismatchesOf(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentMismatch>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("payment_mismatch")
    .innerJoin("customer_order", "customer_order.id", "payment_mismatch.order_id")
    .innerJoin("payment_intent", "payment_intent.order_id", "customer_order.id")
    .leftJoin("payment_release", "payment_release.gateway_intent_id", "payment_mismatch.gateway_intent_id")
    .selectAll("payment_mismatch")
    .select([
      "customer_order.total_cents",
      "customer_order.currency as order_currency",
      "payment_intent.capture_or_void",
      "payment_release.requested_at as release_requested_at",
      "payment_release.completed_at as released_at",
    ])
    .where("payment_mismatch.order_id", "in", [...orderIds])
    .orderBy("payment_intent.created_at")
    .execute();
  return new Map(
    rows.map((row) => {
      const actual = gatewayAmounts(row);
      const expected = { totalCents: row.total_cents, currency: row.order_currency };
      return [
        row.order_id,
        {
          capturedCents: netCapturedCents(actual),
          authorizedCents: row.intent_status === "requires_capture" ? row.amount_cents : 0,
          currency: row.currency,
          obstacle: row.capture_or_void === "void" ? releaseOnlyText : acceptObstacle(actual, expected),
          decision: row.decided_at && {
            outcome: row.outcome as MismatchOutcome,
            at: row.decided_at,
            by: row.decided_by,
            givingBack: row.release_requested_at !== null && row.released_at === null,
          },
        },
      ];
    }),
  );
}

/** How long a decision is shown beside those that wait. */
const decidedShownMs = 14 * 86_400_000;

/** Orders whose differing payment somebody decided about in the last two weeks, newest decision first. */
export const decidedMismatches = (
  { db, clock }: Pick<Services, "db" | "clock">,
  cursor: KeysetCursor | null,
  limit: number,
) =>
  db
    .selectFrom("payment_mismatch")
    .innerJoin("customer_order", "customer_order.id", "payment_mismatch.order_id")
    .select(["customer_order.id", "customer_order.patient_id as patientId"])
    .select(sql<Date>`payment_mismatch.decided_at`.as("at"))
    .where("payment_mismatch.decided_at", ">", new Date(clock.now().getTime() - decidedShownMs))
    .where(beyondCursor("payment_mismatch.decided_at", "<", "customer_order.id", cursor))
    .orderBy("payment_mismatch.decided_at", "desc")
    .orderBy("customer_order.id", "desc")
    .limit(limit)
    .execute();

const gatewayAmounts = (row: MismatchRow): GatewayAmounts => ({
  capturedCents: row.captured_cents,
  refundedCents: row.refunded_cents,
  currency: row.currency,
});

const mismatchOf = (db: Database, orderId: string) =>
  db.selectFrom("payment_mismatch").selectAll().where("order_id", "=", orderId).executeTakeFirst();

const formatMoney = (cents: number, currency: string): string => `${plainAmount(cents)} ${currency.toUpperCase()}`;
