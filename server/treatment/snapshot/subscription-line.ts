import type { Insertable } from "kysely";
import { linesOf, type LineRow } from "#server/orders/public.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/** What a subscription ships, as described on the day it was ordered or changed. */
export type SubscriptionLine = Pick<
  LineRow,
  | "product_id"
  | "pricing_id"
  | "name"
  | "dosage"
  | "image"
  | "prescription"
  | "tax_category"
  | "hsa"
  | "months"
  | "days_supply"
  | "refills"
>;

/** The lines of a patient's subscriptions that a doctor changed. */
export const changedSubscriptionLineRows = (db: Database, patientId: string) =>
  db
    .selectFrom("changed_subscription_line")
    .innerJoin("subscription", "subscription.id", "changed_subscription_line.subscription_id")
    .selectAll("changed_subscription_line")
    .where("subscription.patient_id", "=", patientId);

/** Sets what the subscription ships from its next prescription order on. */
export async function saveSubscriptionLine(
  tx: Tx,
  row: Insertable<Tables["changed_subscription_line"]>,
): Promise<void> {
  await tx
    .insertInto("changed_subscription_line")
    .values(row)
    .onConflict((conflict) => conflict.column("subscription_id").doUpdateSet(row))
    .execute();
}

/** Refills that come with a product of a treatment this order started; 0 if it ships no such product. */
export async function defaultRefills(
  { db }: { readonly db: Database },
  orderId: string,
  productId: string,
): Promise<number> {
  const changed = await db
    .selectFrom("changed_subscription_line")
    .innerJoin("subscription", "subscription.id", "changed_subscription_line.subscription_id")
    .select("changed_subscription_line.refills")
    .where("subscription.order_id", "=", orderId)
    .where("changed_subscription_line.product_id", "=", productId)
    .executeTakeFirst();
  if (changed) return changed.refills;
  return (await linesOf(db, [orderId])).find(({ product_id }) => product_id === productId)?.refills ?? 0;
}
