import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import { type Ids, isOneOf } from "#server/platform/database/read-together.ts";
import { refundStates } from "#server/platform/database/states.ts";

/** How an order is paid, for display: whether it is authorized first, the card, and cents refunded to it. */
export interface PaymentSummary {
  readonly manualCapture: boolean;
  readonly brand: string;
  readonly last4: string;
  readonly refundedCents: number;
}

/** How orders are paid, by order id, in one query; each order's latest charge counts. */
export async function paymentSummariesOf(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentSummary>> {
  return orderIds.length === 0 ? new Map() : toPaymentSummaries(await paymentSummaryRows(db, [...orderIds]).execute());
}

export const paymentSummaryRows = (db: Database, orderIds: Ids) =>
  db
    .selectFrom("payment_intent")
    .innerJoin("payment_source", "payment_source.id", "payment_intent.payment_source_id")
    .distinctOn("payment_intent.order_id")
    .select(["payment_intent.order_id", "capture", "brand", "last4"])
    .select(
      sql<number>`(select coalesce(sum(amount_cents), 0)::int from refund
        where refund.payment_intent_id = payment_intent.id and refund.status in ${refundStates.done.sql})`.as(
        "refunded",
      ),
    )
    .where(isOneOf("payment_intent.order_id", orderIds))
    .orderBy("payment_intent.order_id")
    .orderBy("payment_intent.created_at", "desc");

export type PaymentSummaryRow = Awaited<ReturnType<ReturnType<typeof paymentSummaryRows>["execute"]>>[number];

export const toPaymentSummaries = (rows: readonly PaymentSummaryRow[]): ReadonlyMap<string, PaymentSummary> =>
  new Map(
    rows.map(({ order_id, capture, brand, last4, refunded }) => [
      order_id,
      { manualCapture: capture === "manual", brand, last4, refundedCents: refunded },
    ]),
  );
