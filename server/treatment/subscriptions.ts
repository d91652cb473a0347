import type { Selectable } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { dayIn, linesOf } from "#server/store/public.ts";
import { addMonths, monthsAfter } from "./days.ts";

type Parts = Pick<Services, "clock" | "content"> & { readonly db: Database };
export type SubscriptionRow = Selectable<Tables["subscription"]>;
export type SupplyRow = Selectable<Tables["prescription_order"]>;

/**
 * Begins a subscription for each line of an order, `pending` until the order is paid; its first supply is the order itself. In the
 * transaction of the caller; a repeat changes nothing.
 */
export async function openSubscriptions(
  { db, clock, content }: Parts,
  { patientId, orderId }: { readonly patientId: string; readonly orderId: string },
): Promise<void> {
  const now = clock.now();
  for (const line of await linesOf(db, [orderId])) {
    const price_cents = line.unit_price_cents * line.quantity;
    const made = await db
      .insertInto("subscription")
      .values({
        id: newId(),
        patient_id: patientId,
        order_id: orderId,
        product_id: line.product_id,
        pricing_id: line.pricing_id,
        price_cents,
        months: line.months,
        quantity: line.quantity,
        status: "pending",
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(["order_id", "product_id"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!made) continue;
    await insertSupply(db, {
      patient_id: patientId,
      subscription_id: made.id,
      period: 1,
      order_id: orderId,
      status: "ordered",
      charge_on: dayIn(content.brand.timezone, now),
      amount_cents: price_cents - line.discount_cents + line.tax_cents,
      created_at: now,
    });
  }
}

/** The order was paid: its subscriptions run, and their next supplies are scheduled. In the transaction of the caller. */
export async function activateSubscriptions({ db, clock, content }: Parts, orderId: string): Promise<void> {
  const now = clock.now();
  const today = dayIn(content.brand.timezone, now);
  for (const { id, patient_id, months, price_cents } of await pendingOf(db, orderId)) {
    await db
      .updateTable("subscription")
      .set({ status: "active", started_at: now, next_charge_at: monthsAfter(now, months) })
      .where("id", "=", id)
      .execute();
    await insertSupply(db, {
      patient_id,
      subscription_id: id,
      period: 2,
      order_id: null,
      status: "scheduled",
      charge_on: addMonths(today, months),
      amount_cents: price_cents,
      created_at: now,
    });
  }
}

/** The plan was declined: its subscriptions end before they began. In the transaction of the caller. */
export async function cancelPending({ db, clock }: Pick<Parts, "db" | "clock">, orderId: string): Promise<void> {
  await db
    .updateTable("subscription")
    .set({ status: "cancelled", cancelled_at: clock.now() })
    .where("order_id", "=", orderId)
    .where("status", "=", "pending")
    .execute();
}

/** A charge for the next supplies of these subscriptions failed. */
export async function markPastDue({ db }: Pick<Parts, "db">, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await db
    .updateTable("subscription")
    .set({ status: "past_due" })
    .where("id", "in", [...subscriptionIds])
    .where("status", "=", "active")
    .execute();
}

/** Her subscriptions, newest first, and their supplies. */
export async function subscriptionRows(
  db: Database,
  patientId: string,
): Promise<{ subscriptions: SubscriptionRow[]; supplies: SupplyRow[] }> {
  const [subscriptions, supplies] = await Promise.all([
    db
      .selectFrom("subscription")
      .selectAll()
      .where("patient_id", "=", patientId)
      .orderBy("created_at", "desc")
      .orderBy("id")
      .execute(),
    db
      .selectFrom("prescription_order")
      .selectAll()
      .where("patient_id", "=", patientId)
      .orderBy("period", "desc")
      .execute(),
  ]);
  return { subscriptions, supplies };
}

/** One of her supplies; undefined for an id that is none of hers. */
export const supplyOf = (db: Database, patientId: string, id: string): Promise<SupplyRow | undefined> =>
  db
    .selectFrom("prescription_order")
    .selectAll()
    .where("id", "=", id)
    .where("patient_id", "=", patientId)
    .executeTakeFirst();

const pendingOf = (db: Database, orderId: string) =>
  db
    .selectFrom("subscription")
    .select(["id", "patient_id", "months", "price_cents"])
    .where("order_id", "=", orderId)
    .where("status", "=", "pending")
    .forUpdate()
    .execute();

const insertSupply = (db: Database, row: Omit<SupplyRow, "id">) =>
  db
    .insertInto("prescription_order")
    .values({ id: newId(), ...row })
    .onConflict((conflict) => conflict.columns(["subscription_id", "period"]).doNothing())
    .execute();
