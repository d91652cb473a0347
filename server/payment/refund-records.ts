import type { Selectable } from "kysely";
import { dollarsText } from "#contract/shapes.ts";
import { transact, type Database, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Refund } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { IntentRow } from "./intents.ts";
import { book } from "./ledger.ts";

export type RefundRow = Selectable<Tables["refund"]>;

/** The gateway's word on a refund; without an id when it refused to make it. */
export type ToldRefund = Omit<Refund, "id"> & { readonly id: string | null };
type Parts = Services;

/**
 * Brings the rows of a charge's refunds, and the ledger, to what the gateway says of them; under the order's lock each change happens once.
 * Returns the order when all that was captured has been given back.
 */
export function recordRefunds(parts: Parts, charge: IntentRow, refunds: readonly ToldRefund[]): Promise<string | null> {
  return transact(parts.db, async (tx) => {
    await tx.selectFrom("customer_order").select("id").where("id", "=", charge.order_id).forUpdate().execute();
    const rows = await tx.selectFrom("refund").selectAll().where("payment_intent_id", "=", charge.id).execute();
    for (const refund of refunds) {
      const row = rows.find((known) => isSame(known, refund));
      if (row) await record(tx, parts, charge, row, refund);
      else if (refund.status !== "failed")
        await record(tx, parts, charge, await madeElsewhere(tx, parts, charge, refund), refund);
    }
    const given = await refundedCents(tx, charge.id, ["succeeded"]);
    return refunds.length + rows.length > 0 && given === charge.captured_cents ? charge.order_id : null;
  });
}

const isSame = (row: RefundRow, { id, refundId }: ToldRefund): boolean =>
  row.id === refundId || (id !== null && row.gateway_refund_id === id);

async function record(tx: Tx, parts: Parts, charge: IntentRow, row: RefundRow, refund: ToldRefund): Promise<void> {
  const { clock, log } = parts;
  const status = refund.status === "pending" ? "unknown" : refund.status;
  const open = row.status === "created" || row.status === "unknown";
  const sentBack = row.status === "succeeded" && status === "failed";
  if (!open && !sentBack) return;
  await tx
    .updateTable("refund")
    .set({ status, ...(refund.id === null ? {} : { gateway_refund_id: refund.id }) })
    .where("id", "=", row.id)
    .execute();
  const named = { refund: row.id, order: charge.order_id, amountCents: row.amount_cents };
  if (status === "failed") {
    log.error(named, sentBack ? "the bank sent a refund back" : "a refund failed");
    await tellPractice({ ...parts, db: tx }, charge, row);
  }
  const entry = { orderId: charge.order_id, at: clock.now() };
  const cents = row.amount_cents;
  if (status === "succeeded")
    await book(tx, { ...entry, id: row.id, reason: "refund", amounts: { gateway: -cents, refunds: cents } });
  if (sentBack)
    await book(tx, { ...entry, id: newId(), reason: "refund_reversal", amounts: { gateway: cents, refunds: -cents } });
}

/** She waits for money that does not come: a person has to look, once for each refund. */
async function tellPractice(parts: TxServices, charge: IntentRow, { id, amount_cents }: RefundRow): Promise<void> {
  const mail = "practice_refund_failed";
  const { number } = await parts.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", charge.order_id)
    .executeTakeFirstOrThrow();
  const values = {
    order: number ?? charge.order_id,
    amount: dollarsText(amount_cents),
    payment: charge.gateway_intent_id ?? "none",
  };
  await queueMail(parts, { mail, to: parts.content.brand.supportemail, values, dedupeKey: `${mail}:${id}` });
}

/** The row of a refund that somebody made in the gateway's dashboard. */
function madeElsewhere(tx: Tx, { clock, log }: Parts, charge: IntentRow, refund: ToldRefund): Promise<RefundRow> {
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
      tried_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cents of a charge's refunds in these states. */
export async function refundedCents(
  db: Database,
  paymentIntentId: string,
  statuses: readonly string[],
): Promise<number> {
  const { sum } = await db
    .selectFrom("refund")
    .select(({ fn }) => fn.sum<number | null>("amount_cents").as("sum"))
    .where("payment_intent_id", "=", paymentIntentId)
    .where("status", "in", [...statuses])
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}
