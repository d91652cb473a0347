import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";

export type UpsellStatus = "open" | "accepted" | "denied";
/** An offer made to a patient. */
export type UpsellRow = Omit<Selectable<Tables["upsell"]>, "status"> & { readonly status: UpsellStatus };

/** What is offered, and where. */
export interface NewUpsell {
  readonly productId: string;
  readonly pricingId: string;
  readonly couponCode: string | null;
  readonly triggeredFrom: string;
}

/** Every offer ever made to her, oldest first. */
export const findUpsells = (db: Database, patientId: string) =>
  db
    .selectFrom("upsell")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("offered_at")
    .orderBy("id")
    .execute() as Promise<UpsellRow[]>;

/** An offer of hers, locked until the transaction ends; undefined for an id that is none of hers. */
export const lockUpsell = (tx: Tx, patientId: string, id: string) =>
  tx
    .selectFrom("upsell")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst() as Promise<UpsellRow | undefined>;

/** Opens an offer to her; the open one of the product where there is one. */
export async function insertOpenUpsell(
  db: Database,
  patientId: string,
  upsell: NewUpsell,
  now: Date,
): Promise<UpsellRow> {
  await db
    .insertInto("upsell")
    .values({
      id: newId(),
      patient_id: patientId,
      product_id: upsell.productId,
      pricing_id: upsell.pricingId,
      coupon_code: upsell.couponCode,
      triggered_from: upsell.triggeredFrom,
      status: "open",
      offered_at: now,
    })
    .onConflict((conflict) => conflict.columns(["patient_id", "product_id"]).where("status", "=", "open").doNothing())
    .execute();
  return db
    .selectFrom("upsell")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("product_id", "=", upsell.productId)
    .orderBy(sql`status = 'open'`, "desc")
    .orderBy("offered_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow() as Promise<UpsellRow>;
}

/** Open offers among these ids, locked until the transaction ends. */
export const lockOpenUpsells = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("upsell")
    .selectAll()
    .where("id", "in", [...ids])
    .where("status", "=", "open")
    .orderBy("id")
    .forUpdate()
    .execute() as Promise<UpsellRow[]>;

/** Ties offers to the order that is to buy them. */
export async function linkUpsellsToOrder(tx: Tx, ids: readonly string[], orderId: string): Promise<void> {
  await tx
    .updateTable("upsell")
    .set({ order_id: orderId })
    .where("id", "in", [...ids])
    .execute();
}

/** The open offers an order was to buy may be bought by another one. */
export async function unlinkUpsells(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("upsell")
    .set({ order_id: null })
    .where("order_id", "=", orderId)
    .where("status", "=", "open")
    .execute();
}

/** Decides open offers: those with these ids. One that is denied belongs to no order any more. */
export async function decideUpsells(
  db: Database,
  ids: readonly string[],
  status: "accepted" | "denied",
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("upsell")
    .set({ status, decided_at: now, ...(status === "denied" && { order_id: null }) })
    .where("id", "in", [...ids])
    .where("status", "=", "open")
    .execute();
}

/** The offers an order buys, oldest first. */
export const findUpsellsOfOrder = (db: Database, orderId: string) =>
  db
    .selectFrom("upsell")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("offered_at")
    .orderBy("id")
    .execute() as Promise<UpsellRow[]>;

/** Orders that open offers are tied to, newest first: what is being paid, and what nobody finished. */
export async function findOrdersOfOpenUpsells(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("upsell")
    .select("order_id")
    .distinct()
    .where("status", "=", "open")
    .where("order_id", "is not", null)
    .orderBy("order_id", "desc")
    .limit(200)
    .execute();
  return rows.flatMap(({ order_id }) => order_id ?? []);
}

/** She takes an open offer in another supply. */
export const changePricing = (tx: Tx, id: string, pricingId: string) =>
  tx
    .updateTable("upsell")
    .set({ pricing_id: pricingId })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<UpsellRow>;

/** An open offer is asked for from somewhere else than where it was made. */
export const changeTrigger = (db: Database, id: string, triggeredFrom: string) =>
  db
    .updateTable("upsell")
    .set({ triggered_from: triggeredFrom })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<UpsellRow>;
