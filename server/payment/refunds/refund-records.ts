import { type Selectable, sql } from "kysely";
import { formatCents } from "#contract/fields/numbers.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import { refundStates, type States } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Refund } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { IntentRow } from "../charges/payment-intents.ts";
import { postLedgerEntry } from "../ledger.ts";

export type RefundRow = Selectable<Tables["refund"]>;

/** The gateway's state of a refund; without an id when it refused to make it. */
export type GatewayRefund = Omit<Refund, "id"> & { readonly id: string | null };
type Deps = Services;

/**
 * Brings the rows of a charge's refunds, and the ledger, in line with the gateway; under the order's lock each change happens once.
 * Returns the order's id when everything captured has been refunded.
 */
export function recordRefunds(
  services: Deps,
  charge: IntentRow,
  refunds: readonly GatewayRefund[],
): Promise<string | null> {
  return inTransaction(services, async ({ db: tx }) => {
    await tx.selectFrom("customer_order").select("id").where("id", "=", charge.order_id).forUpdate().execute();
    const rows = await tx.selectFrom("refund").selectAll().where("payment_intent_id", "=", charge.id).execute();
    for (const refund of refunds) {
      const row = rows.find((known) => isSame(known, refund));
      if (row) await recordRefund(tx, services, charge, row, refund);
      else if (refund.status !== "failed")
        await recordRefund(tx, services, charge, await insertDashboardRefund(tx, services, charge, refund), refund);
    }
    const refundedTotal = await refundedCents(tx, charge.id, refundStates.done);
    return refundedTotal === charge.captured_cents ? charge.order_id : null;
  });
}

const isSame = (row: RefundRow, { id, refundId }: GatewayRefund): boolean =>
  row.id === refundId || (id !== null && row.gateway_refund_id === id);

async function recordRefund(
  tx: Tx,
  services: Deps,
  charge: IntentRow,
  row: RefundRow,
  refund: GatewayRefund,
): Promise<void> {
  const { clock, log } = services;
  const status = refund.status === "pending" ? "unknown" : refund.status;
  const isUnfinished = refundStates.unfinished.has(row.status);
  const returnedByBank = row.status === "succeeded" && status === "failed";
  if (!isUnfinished && !returnedByBank) return;
  await tx
    .updateTable("refund")
    .set({
      status,
      ...(refund.id === null ? {} : { gateway_refund_id: refund.id }),
      ...(status === "succeeded" && { credit_note: await nextCreditNote(tx, charge.order_id) }),
    })
    .where("id", "=", row.id)
    .execute();
  const logFields = { refund: row.id, order: charge.order_id, amountCents: row.amount_cents };
  if (status === "failed") {
    log.error(logFields, returnedByBank ? "the bank sent a refund back" : "a refund failed");
    await mailPractice({ ...services, db: tx }, charge, row);
  }
  const entry = { orderId: charge.order_id, at: clock.now() };
  const cents = row.amount_cents;
  if (status === "succeeded")
    await postLedgerEntry(tx, { ...entry, id: row.id, reason: "refund", amounts: { gateway: -cents, refunds: cents } });
  if (returnedByBank)
    await postLedgerEntry(tx, {
      ...entry,
      id: newId(),
      reason: "refund_reversal",
      amounts: { gateway: cents, refunds: -cents },
    });
}

/**
 * The number of an order's next credit note: it names the order, and counts what went back of it without a gap. The caller holds the order's row. A refund that
 * a bank sends back keeps its own.
 */
async function nextCreditNote(tx: Tx, orderId: string): Promise<string> {
  const { number, given } = await tx
    .selectFrom("customer_order as o")
    .select((order) => [
      order.fn.coalesce("o.number", sql<string>`right(o.id::text, 12)`).as("number"),
      order
        .selectFrom("refund")
        .innerJoin("payment_intent", "payment_intent.id", "refund.payment_intent_id")
        .whereRef("payment_intent.order_id", "=", "o.id")
        .select(({ fn: count }) => count.count<string>("refund.credit_note").as("given"))
        .as("given"),
    ])
    .where("o.id", "=", orderId)
    .executeTakeFirstOrThrow();
  return `CN-${number}-${Number(given ?? 0) + 1}`;
}

/** Mails the practice once per failed refund: the patient waits for money that does not come, so a person has to look. */
async function mailPractice(services: TxServices, charge: IntentRow, { amount_cents }: RefundRow): Promise<void> {
  const { number } = await services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", charge.order_id)
    .executeTakeFirstOrThrow();
  const values = {
    order: number ?? charge.order_id,
    amount: formatCents(amount_cents),
    payment: charge.gateway_intent_id ?? "none",
  };
  await queueMail(services, { mail: "practice_refund_failed", to: services.content.brand.supportemail, values });
}

/** Inserts the row of a refund made in the gateway's dashboard. */
function insertDashboardRefund(
  tx: Tx,
  { clock, log }: Deps,
  charge: IntentRow,
  refund: GatewayRefund,
): Promise<RefundRow> {
  log.error({ order: charge.order_id, amountCents: refund.amount }, "a refund was made at the gateway");
  const now = clock.now();
  return tx
    .insertInto("refund")
    .values({
      id: newId(),
      payment_intent_id: charge.id,
      gateway_refund_id: refund.id,
      amount_cents: refund.amount,
      status: "unknown",
      reason: "made at the gateway",
      created_at: now,
      last_attempt_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cents of a charge's refunds in these states. */
export async function refundedCents(
  db: Database,
  paymentIntentId: string,
  states: States<RefundRow["status"]>,
): Promise<number> {
  const { sum } = await db
    .selectFrom("refund")
    .select(({ fn }) => fn.sum<number | null>("amount_cents").as("sum"))
    .where("payment_intent_id", "=", paymentIntentId)
    .where("status", "in", states.list)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** A refund of an order, from its request on. */
export interface RequestedRefund {
  readonly id: string;
  readonly orderId: string;
  readonly cents: number;
  readonly status: "under_way" | "refunded" | "failed";
  readonly requestedAt: Date;
}

const requestedRefundStatus: Readonly<Record<RefundRow["status"], RequestedRefund["status"]>> = {
  created: "under_way",
  unknown: "under_way",
  succeeded: "refunded",
  failed: "failed",
};

/** Every refund of these orders, oldest first. */
export async function refundsOfOrders(db: Database, orderIds: readonly string[]): Promise<readonly RequestedRefund[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom("refund")
    .innerJoin("payment_intent", "payment_intent.id", "refund.payment_intent_id")
    .select(["refund.id", "payment_intent.order_id", "refund.amount_cents", "refund.status", "refund.created_at"])
    .where("payment_intent.order_id", "in", [...orderIds])
    .orderBy("refund.created_at")
    .orderBy("refund.id")
    .execute();
  return rows.map(({ id, order_id, amount_cents, status, created_at }) => ({
    id,
    orderId: order_id,
    cents: amount_cents,
    status: requestedRefundStatus[status],
    requestedAt: created_at,
  }));
}
