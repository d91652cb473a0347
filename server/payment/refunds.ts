import { transact, type Database, type Tx } from "#server/platform/database/open.ts";
import { GatewayRefused } from "#server/platform/gateway/port.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { intentById, intentOf } from "./intents.ts";
import { book } from "./ledger.ts";
import { paymentQueues } from "./queues.ts";

type Parts = Pick<Services, "db" | "clock" | "jobs">;

export interface RefundWish {
  /** UUID; asked again with the same id nothing more is given back. */
  readonly refundId: string;
  readonly paymentIntentId: string;
  readonly amountCents: number;
  readonly reason: string;
}

/** Notes a refund, in part or whole, and has a job carry it out. Refuses with `wrong_state` beyond what was captured. The caller holds the order's lock. */
export async function requestRefund(
  tx: Tx,
  { clock, jobs }: Pick<Parts, "clock" | "jobs">,
  wish: RefundWish,
): Promise<void> {
  const { refundId, paymentIntentId, amountCents, reason } = wish;
  const known = await tx
    .selectFrom("refund")
    .select(["payment_intent_id", "amount_cents"])
    .where("id", "=", refundId)
    .executeTakeFirst();
  if (known) {
    if (known.payment_intent_id !== paymentIntentId || known.amount_cents !== amountCents)
      throw new Refusal("wrong_state");
    return;
  }
  const intent = await intentById(tx, paymentIntentId);
  const left = (intent?.captured_cents ?? 0) - (await sumOf(tx, paymentIntentId, ["created", "unknown", "succeeded"]));
  if (intent?.status !== "succeeded" || amountCents < 1 || amountCents > left) throw new Refusal("wrong_state");
  await tx
    .insertInto("refund")
    .values({
      id: refundId,
      payment_intent_id: paymentIntentId,
      amount_cents: amountCents,
      status: "created",
      reason,
      created_at: clock.now(),
    })
    .execute();
  await jobs.enqueue(tx, paymentQueues.refund, { refundId });
}

/**
 * Carries a refund out and books it. However often it runs, and whoever else hears of it first, the money goes back once.
 * Returns the order when all that was captured has been given back.
 */
export async function carryOutRefund(services: Services, refundId: string): Promise<string | null> {
  const { db, gateway, clock } = services;
  const row = await db.selectFrom("refund").selectAll().where("id", "=", refundId).executeTakeFirstOrThrow();
  const intent = await intentById(db, row.payment_intent_id);
  if (!intent?.gateway_intent_id || row.status === "failed") return null;
  const ask = {
    intentId: intent.gateway_intent_id,
    refundId,
    amount: row.amount_cents,
    idempotencyKey: `${refundId}:refund`,
  };
  const refund = row.status === "succeeded" ? null : await gateway.refund(ask).catch(refused);
  if (refund?.status === "pending") return null;
  const failed = refund?.status === "failed";
  return transact(db, async (tx) => {
    await tx.selectFrom("customer_order").select("id").where("id", "=", intent.order_id).forUpdate().execute();
    const moved = await tx
      .updateTable("refund")
      .set(failed ? { status: "failed" } : { status: "succeeded", ...(refund ? { gateway_refund_id: refund.id } : {}) })
      .where("id", "=", refundId)
      .where("status", "in", ["created", "unknown"])
      .returning("id")
      .executeTakeFirst();
    if (moved && !failed) {
      const amounts = { gateway: -row.amount_cents, refunds: row.amount_cents };
      await book(tx, { id: refundId, orderId: intent.order_id, reason: "refund", at: clock.now(), amounts });
    }
    const given = await sumOf(tx, intent.id, ["succeeded"]);
    return given === intent.captured_cents ? intent.order_id : null;
  });
}

/** What is left to refund of an order, in cents; zero while nothing was captured. */
export async function refundableCents(db: Database, orderId: string): Promise<number> {
  const { id, captured_cents, status } = await intentOf(db, orderId);
  if (status !== "succeeded") return 0;
  return captured_cents - (await sumOf(db, id, ["created", "unknown", "succeeded"]));
}

/** Refunds that are not finished; oldest first. */
export const openRefunds = (db: Database, before: Date) =>
  db
    .selectFrom("refund")
    .select("id")
    .where("status", "in", ["created", "unknown"])
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(100)
    .execute();

const refused = (error: unknown) => {
  if (error instanceof GatewayRefused) return { id: null, status: "failed" as const };
  throw error;
};

async function sumOf(db: Database, paymentIntentId: string, statuses: readonly string[]): Promise<number> {
  const { sum } = await db
    .selectFrom("refund")
    .select(({ fn }) => fn.sum<number | null>("amount_cents").as("sum"))
    .where("payment_intent_id", "=", paymentIntentId)
    .where("status", "in", [...statuses])
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
