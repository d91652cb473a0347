import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { type Ids, isOneOf } from "#server/platform/database/read-together.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import { isUnsent, restoreFills } from "#server/prescriptions/public.ts";
import { statusesBefore, type OrderStatus } from "./order-status.ts";

export type OrderRow = Selectable<Tables["customer_order"]>;
export type LineRow = Selectable<Tables["order_line"]>;
export type OrderKind = OrderRow["kind"];

export const orderById = (db: Database, id: string): Promise<OrderRow | undefined> =>
  db.selectFrom("customer_order").selectAll().where("id", "=", id).executeTakeFirst();

export async function ordersById(db: Database, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("customer_order")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
  return rows;
}

/** Status of each order, by id. */
export async function orderStatusesOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, OrderStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("customer_order")
    .select(["id", "status"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Locks the order's row until the transaction ends. */
export const lockOrder = (tx: Tx, id: string): Promise<OrderRow | undefined> =>
  tx.selectFrom("customer_order").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const orderByNumber = (db: Database, number: string): Promise<OrderRow | undefined> =>
  db.selectFrom("customer_order").selectAll().where("number", "=", number).executeTakeFirst();

export const orderByKey = (db: Database, patientId: string, key: string): Promise<OrderRow | undefined> =>
  db
    .selectFrom("customer_order")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();

/** The patient's onboarding order that is not over (failed, voided, cancelled); there is at most one. */
export const liveOnboardingOrder = (db: Database, patientId: string): Promise<OrderRow | undefined> =>
  db
    .selectFrom("customer_order")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("kind", "=", "onboarding")
    .where("status", "not in", orderStates.closedUnpaid.list)
    .executeTakeFirst();

/** Whether an onboarding order was attempted at `since` or later, whatever its outcome. */
export async function hasOnboardingAttemptSince(db: Database, patientId: string, since: Date): Promise<boolean> {
  const attempt = await db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("kind", "=", "onboarding")
    .where("placed_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return attempt !== undefined;
}

/** Whether an order is paid, not refunded, and the first the patient ever paid. */
export async function isFirstPaidOrder(
  db: Database,
  { orderId, patientId }: { readonly orderId: string; readonly patientId: string },
): Promise<boolean> {
  const first = await db
    .selectFrom("customer_order")
    .select(["id", "status", "total_cents"])
    .where("patient_id", "=", patientId)
    .where("status", "in", orderStates.wasPaid.list)
    .orderBy("placed_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return first?.id === orderId && first.status !== "refunded" && first.total_cents > 0;
}

/** Whether an attempt of the kind has no outcome yet or waits for a person's decision. */
export async function hasUnresolvedOrder(db: Database, patientId: string, kind: OrderKind): Promise<boolean> {
  const unresolved = await db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("kind", "=", kind)
    .where("status", "in", orderStates.unconfirmed.list)
    .limit(1)
    .executeTakeFirst();
  return unresolved !== undefined;
}

/** Moves an order if the transition table allows it; false if it does not. */
export async function transitionOrder(
  tx: Tx,
  id: string,
  to: OrderStatus,
  now: Date,
  declineCode: string | null = null,
): Promise<boolean> {
  const moved = await tx
    .updateTable("customer_order")
    .set({
      status: to,
      updated_at: now,
      ...(declineCode ? { decline_code: declineCode } : {}),
      ...(orderStates.payable.has(to) ? { number: sql<string>`coalesce(number, nextval('order_number')::text)` } : {}),
    })
    .where("id", "=", id)
    .where("status", "in", statusesBefore(to))
    .returning("id")
    .executeTakeFirst();
  return moved !== undefined;
}

/**
 * Makes an order one that is to be sent: as `paid` where nothing of it is with the carrier or the patient, else as `shipped`, with the rest to be sent.
 * A refunded one stays refunded.
 */
export async function reopenReturnedOrder(tx: Tx, id: string, to: "paid" | "shipped", now: Date): Promise<void> {
  await tx
    .updateTable("customer_order")
    .set({ status: to, updated_at: now })
    .where("id", "=", id)
    .where("status", "in", to === "paid" ? orderStates.sent.list : ["delivered"])
    .execute();
  // It hasn't arrived after all; the parcel keeps the day on which it was said to have.
  await tx.deleteFrom("order_event").where("order_id", "=", id).where("event", "=", "delivered").execute();
}

/** Records an event of an order, once per event. False if it was recorded before. */
export async function recordOrderEvent(
  tx: Tx,
  orderId: string,
  event: string,
  at: Date,
  detail: string | null = null,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("order_event")
    .values({ id: newId(), order_id: orderId, event, detail, at })
    .onConflict((conflict) => conflict.columns(["order_id", "event"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Records an event of an order that may happen again: the last time counts. */
export async function renewOrderEvent(
  tx: Tx,
  orderId: string,
  event: string,
  at: Date,
  detail: string | null,
): Promise<void> {
  if (await recordOrderEvent(tx, orderId, event, at, detail)) return;
  await tx
    .updateTable("order_event")
    .set({ at, detail })
    .where("order_id", "=", orderId)
    .where("event", "=", event)
    .execute();
}

/** Corrects the detail of a recorded event; null leaves it. */
export async function correctOrderEvent(tx: Tx, orderId: string, event: string, detail: string | null): Promise<void> {
  if (detail === null) return;
  await tx
    .updateTable("order_event")
    .set({ detail })
    .where("order_id", "=", orderId)
    .where("event", "=", event)
    .execute();
}

/** Which unconfirmed orders to find. */
export interface UnconfirmedFilter {
  readonly kind: OrderKind;
  readonly statuses: readonly OrderStatus[];
  /** Default: all patients. */
  readonly patientId?: string;
  /** Default: no limit. */
  readonly until?: Date;
}

/** Orders of a kind in one of these statuses since before `until` and not confirmed yet, newest first, so that failing ones block no others. */
export async function unconfirmedOrders(
  db: Database,
  { kind, statuses, patientId, until }: UnconfirmedFilter,
): Promise<{ readonly id: string; readonly status: OrderStatus }[]> {
  return db
    .selectFrom("customer_order")
    .select(["id", "status"])
    .where("kind", "=", kind)
    .where("status", "in", [...statuses])
    .$if(patientId !== undefined, (orders) => orders.where("patient_id", "=", patientId ?? ""))
    .$if(until !== undefined, (orders) => orders.where("updated_at", "<=", until ?? new Date()))
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("order_event")
            .select("order_event.id")
            .whereRef("order_event.order_id", "=", "customer_order.id")
            .where("order_event.event", "=", "confirmed"),
        ),
      ),
    )
    .orderBy("updated_at", "desc")
    .limit(200)
    .execute();
}

/**
 * What is left to send of a paid order: in no parcel, or in one that came back, and neither cancelled nor voided for good. Whoever refunds what was paid and
 * isn't sent asks here.
 */
export async function unsentLines(db: Database, { id, status }: Pick<OrderRow, "id" | "status">): Promise<LineRow[]> {
  return orderStates.toSend.has(status) ? lineRows(db, [id]).where(isUnsent).execute() : [];
}

/**
 * Marks the lines of a product that haven't left as no longer to be sent; the fills they consumed are left again, and an order the rest of which has arrived is
 * delivered. Idempotent.
 */
export async function cancelLine(tx: Tx, orderId: string, productId: string, at: Date): Promise<void> {
  const cancelled = await tx
    .updateTable("order_line")
    .set({ cancelled_at: at })
    .where("order_id", "=", orderId)
    .where("product_id", "=", productId)
    .where(isUnsent)
    .returning("prescription_id")
    .execute();
  await restoreFills(tx, cancelled);
  if (cancelled.length > 0) await completeArrivedOrder(tx, orderId, at);
}

/** Nothing is left to send of an order all of whose parcels have arrived: it was delivered with the last of them. */
async function completeArrivedOrder(tx: Tx, orderId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ arrived: Date }>`
    update customer_order set status = 'delivered', updated_at = ${now} from (
      select max(delivered_at) as arrived from shipment where order_id = ${orderId} and returned_at is null
      having bool_and(delivered_at is not null)) sent
    where id = ${orderId} and status = 'shipped'
      and not exists (select from order_line where order_id = ${orderId} and ${isUnsent})
    returning arrived`.execute(tx);
  for (const { arrived } of rows) await recordOrderEvent(tx, orderId, "delivered", arrived);
}

export const linesOf = (db: Database, orderIds: readonly string[]): Promise<LineRow[]> =>
  lineRows(db, [...orderIds]).execute();

export const lineRows = (db: Database, orderIds: Ids) =>
  db.selectFrom("order_line").selectAll().where(isOneOf("order_id", orderIds)).orderBy("order_id").orderBy("line");

/** Orders in a status, oldest first; `where` narrows them down. */
export const ordersInStatus = (
  db: Database,
  statuses: readonly OrderStatus[],
  cursor: KeysetCursor | null,
  limit: number,
  where: RawBuilder<boolean> = sql<boolean>`true`,
) =>
  db
    .selectFrom("customer_order")
    .select(["id", "patient_id as patientId", "placed_at as at"])
    .where("status", "in", [...statuses])
    .where(beyondCursor("placed_at", ">", "id", cursor))
    .where(where)
    .orderBy("placed_at")
    .orderBy("id")
    .limit(limit)
    .execute();

/** The terms a patient accepted with each order that was placed, newest first, up to `limit`. */
export const acceptedOrderTerms = (db: Database, patientId: string, limit: number) =>
  db
    .selectFrom("customer_order")
    .select(["id", "terms_version as version", "placed_at as at"])
    .where("patient_id", "=", patientId)
    // The patient is not asked again for a renewal order.
    .where("kind", "!=", "renewal")
    .where("number", "is not", null)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** All orders of a patient in any status, newest first. */
export const orderRows = (db: Database, patientId: string) =>
  db
    .selectFrom("customer_order")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc");
