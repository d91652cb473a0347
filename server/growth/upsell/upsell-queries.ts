import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";

/** An upsell made to a patient. */
export type UpsellRow = Selectable<Tables["upsell"]>;

/** The product offered, and where. */
export interface NewUpsell {
  readonly productId: string;
  readonly pricingId: string;
  readonly couponCode: string | null;
  readonly triggeredFrom: string;
}

/** Every upsell ever made to the patient, oldest first. */
export const findUpsells = (db: Database, patientId: string) =>
  db.selectFrom("upsell").selectAll().where("patient_id", "=", patientId).orderBy("offered_at").orderBy("id").execute();

/** One of the patient's upsells, locked until the transaction ends; undefined for any other id. */
export const lockUpsell = (tx: Tx, patientId: string, id: string) =>
  tx
    .selectFrom("upsell")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** Opens an upsell for the patient; returns the open one of the product if there is one. */
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
    .executeTakeFirstOrThrow();
}

/** The open upsells among these ids, locked until the transaction ends. */
export const lockOpenUpsells = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom("upsell")
    .selectAll()
    .where("id", "in", [...ids])
    .where("status", "=", "open")
    .orderBy("id")
    .forUpdate()
    .execute();

/** Links upsells to the order that will buy them. */
export async function linkUpsellsToOrder(tx: Tx, ids: readonly string[], orderId: string): Promise<void> {
  await tx
    .updateTable("upsell")
    .set({ order_id: orderId })
    .where("id", "in", [...ids])
    .execute();
}

/** Unlinks the open upsells of an order, so that another order may buy them. */
export async function unlinkUpsells(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("upsell")
    .set({ order_id: null })
    .where("order_id", "=", orderId)
    .where("status", "=", "open")
    .execute();
}

/** Decides the open upsells with these ids. A denied one is unlinked from its order. */
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

/** The upsells an order buys, oldest first. */
export const findUpsellsOfOrder = (db: Database, orderId: string) =>
  db.selectFrom("upsell").selectAll().where("order_id", "=", orderId).orderBy("offered_at").orderBy("id").execute();

/** Orders that open upsells are linked to, newest first: being paid, or left unfinished. */
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

/** Changes an upsell to another pricing of its product. */
export const changePricing = (tx: Tx, id: string, pricingId: string) =>
  tx.updateTable("upsell").set({ pricing_id: pricingId }).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

/** Changes where an upsell was asked for. */
export const changeTrigger = (db: Database, id: string, triggeredFrom: string) =>
  db
    .updateTable("upsell")
    .set({ triggered_from: triggeredFrom })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
