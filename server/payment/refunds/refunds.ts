import { sql } from "kysely";
import { validate as isUuid } from "uuid";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { refundStates } from "#server/platform/database/states.ts";
import { GatewayRefused, type Intent, type Refund, type RefusedCode } from "#server/platform/gateway/port.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { intentByGatewayId, intentById } from "../charges/payment-intents.ts";
import { paymentQueues } from "../queues.ts";
import { disputedCentsOfIntent } from "./disputes.ts";
import { recordRefunds, refundedCents, type RefundRow, type GatewayRefund } from "./refund-records.ts";

export interface RefundCommand {
  /** UUID; a repeat with the same id refunds nothing more. */
  readonly refundId: string;
  readonly paymentIntentId: string;
  readonly amountCents: number;
  readonly reason: string;
}

/** Records a partial or full refund and enqueues it. Refuses with `wrong_state` beyond what was captured. The caller holds the order's lock. */
export async function requestRefund(
  tx: Tx,
  { clock, jobs, refuse }: Pick<Services, "clock" | "jobs"> & Refuses<"wrong_state">,
  command: RefundCommand,
): Promise<void> {
  const { refundId, paymentIntentId, amountCents, reason } = command;
  const known = await tx
    .selectFrom("refund")
    .select(["payment_intent_id", "amount_cents"])
    .where("id", "=", refundId)
    .executeTakeFirst();
  if (known) {
    if (known.payment_intent_id !== paymentIntentId || known.amount_cents !== amountCents) throw refuse("wrong_state");
    return;
  }
  const charge = await intentById(tx, paymentIntentId);
  if (!charge || amountCents < 1 || amountCents > (await refundableCentsOfIntent(tx, charge.id)))
    throw refuse("wrong_state");
  const now = clock.now();
  await tx
    .insertInto("refund")
    .values({
      id: refundId,
      payment_intent_id: paymentIntentId,
      amount_cents: amountCents,
      status: "created",
      reason,
      created_at: now,
      last_attempt_at: now,
    })
    .execute();
  await jobs.enqueue(tx, paymentQueues.refund, { refundId });
}

/**
 * Makes a refund and posts it. However often it runs, and whichever path learns of it first, the money is refunded once.
 * Returns the order's id when everything captured has been refunded.
 */
export async function executeRefund(services: Services, refundId: string): Promise<string | null> {
  const { db } = services;
  const row = await db.selectFrom("refund").selectAll().where("id", "=", refundId).executeTakeFirstOrThrow();
  const charge = await intentById(db, row.payment_intent_id);
  if (!charge?.gateway_intent_id || row.status === "failed") return null;
  const gatewayRefunds =
    row.status === "succeeded" ? [] : await refundAtGateway(services, charge.gateway_intent_id, row);
  return recordRefunds(services, charge, gatewayRefunds);
}

/** The gateway's state of a refund, which is made unless it exists already: made by us, or in the gateway's dashboard. */
async function refundAtGateway(
  services: Services,
  intentId: string,
  row: RefundRow,
): Promise<readonly GatewayRefund[]> {
  const { gateway } = services;
  if (row.gateway_refund_id !== null) return gateway.refundsOf(intentId);
  const refundId = row.id;
  const made = row.status === "created" ? await refundOfLostRow(services, intentId, row) : null;
  if (made !== null) return [{ ...made, refundId }];
  const input = { intentId, refundId, amount: row.amount_cents, idempotencyKey: `${refundId}:refund` };
  return gateway.refund(input).then(
    (refund): readonly GatewayRefund[] => [refund],
    async (error: unknown): Promise<readonly GatewayRefund[]> => {
      if (!(error instanceof GatewayRefused)) throw error;
      services.log.error({ refund: refundId, code: error.code }, "gateway refused a refund");
      const { amountCaptured, amountRefunded } = await gateway.retrieve(intentId);
      if (!finalErrorCodes.has(error.code) && row.amount_cents <= amountCaptured - amountRefunded) throw error;
      return [{ id: null, refundId, amount: row.amount_cents, status: "failed" }];
    },
  );
}

/** A refund of the same amount whose row a restored database doesn't have: the money went back already. */
async function refundOfLostRow(
  { db, gateway, log }: Services,
  intentId: string,
  row: RefundRow,
): Promise<Refund | null> {
  for (const refund of await gateway.refundsOf(intentId)) {
    const { refundId, amount, status } = refund;
    if (refundId === null || !isUuid(refundId) || amount !== row.amount_cents || status === "failed") continue;
    const known = await db
      .selectFrom("refund")
      .select("id")
      .where((where) => where.or([where("id", "=", refundId), where("gateway_refund_id", "=", refund.id)]))
      .executeTakeFirst();
    if (known) continue;
    log.error({ refund: row.id, gatewayRefund: refund.id }, "a refund made before for the same is adopted");
    return refund;
  }
  return null;
}

/** Permanent refusals; refunding more than is left of a charge is permanent as well. Any other may pass. */
const finalErrorCodes = new Set<RefusedCode>(["already_refunded", "disputed"]);

/**
 * Posts refunds the gateway knows of and we do not: those made in its dashboard, those a bank sent back. Returns the order's id when
 * everything captured has been refunded.
 */
export async function applyRefunds(services: Services, intent: Intent): Promise<string | null> {
  const charge = await intentByGatewayId(services.db, intent.id);
  if (charge?.status !== "succeeded") return null;
  const recordedCents = await refundedCents(services.db, charge.id, refundStates.reserved);
  if (recordedCents === 0 && intent.amountRefunded === 0) return null;
  return recordRefunds(services, charge, await services.gateway.refundsOf(intent.id));
}

/** What can still be refunded of an order, in cents; zero while nothing is captured. What a bank took back cannot be refunded. */
export const refundableCents = async (db: Database, orderId: string): Promise<number> =>
  (await refundableCentsOf(db, [orderId])).get(orderId) ?? 0;

async function refundableCentsOfIntent(db: Database, id: string): Promise<number> {
  const row = await db
    .selectFrom("payment_intent")
    .select(refundableOfIntent.as("cents"))
    .where("id", "=", id)
    .executeTakeFirst();
  return Number(row?.cents ?? 0);
}

/** `refundableCents` of many orders, by order. */
export async function refundableCentsOf(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("payment_intent")
    .distinctOn("order_id")
    .select("order_id")
    .select(refundableOfIntent.as("cents"))
    .where("order_id", "in", [...orderIds])
    .orderBy("order_id")
    .orderBy("created_at", "desc")
    .execute();
  return new Map(rows.map(({ order_id, cents }) => [order_id, Number(cents)]));
}

/** Captured, neither refunded nor on its way back, nor with the bank; of the `payment_intent` of the row. */
const refundableOfIntent = sql<string>`case when payment_intent.status <> 'succeeded' then 0 else greatest(0,
  payment_intent.captured_cents
  - coalesce((select sum(amount_cents) from refund
      where refund.payment_intent_id = payment_intent.id and refund.status in ${refundStates.reserved.sql}), 0)
  - ${disputedCentsOfIntent}) end`;

/** Condition on a row of `customer_order`: all that was taken for it is going back, and the gateway hasn't said yet of all of it that it has. */
export const isRefundUnderWay = sql<boolean>`exists (
  select from payment_intent where payment_intent.order_id = customer_order.id and payment_intent.captured_cents > 0
    and exists (select from refund
      where refund.payment_intent_id = payment_intent.id and refund.status in ${refundStates.unfinished.sql})
    and payment_intent.captured_cents <= (select sum(amount_cents) from refund
      where refund.payment_intent_id = payment_intent.id and refund.status in ${refundStates.reserved.sql}))`;

/** Those of these orders all of whose money is going back. */
export async function ordersBeingRefunded(db: Database, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("customer_order")
    .select("id")
    .where("id", "in", [...orderIds])
    .where(isRefundUnderWay)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Unfinished refunds, not tried since `before`; the longest ago first. */
export const unfinishedRefunds = (db: Database, before: Date) =>
  db
    .selectFrom("refund")
    .select("id")
    .where("status", "in", refundStates.unfinished.list)
    .where("last_attempt_at", "<", before)
    .orderBy("last_attempt_at")
    .limit(100)
    .execute();

/** Moves a refund to the end of the queue. */
export async function requeueRefund(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable("refund").set({ last_attempt_at: now }).where("id", "=", id).execute();
}
