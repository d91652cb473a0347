import type { Insertable, Selectable, Updateable } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { linesOf } from "#server/store/public.ts";

export type SubscriptionRow = Selectable<Tables["subscription"]>;
/** One supply of a subscription; the API calls it a prescription order. */
export type SupplyRow = Selectable<Tables["prescription_order"]>;

/** Her subscriptions, newest first, and their supplies, newest first. */
export async function subscriptionRows(
  db: Database,
  patientId: string,
): Promise<{ subscriptions: SubscriptionRow[]; supplies: SupplyRow[] }> {
  const reads = subscriptionReads(db, patientId);
  const [subscriptions, supplies] = await Promise.all([reads.subscriptions.execute(), reads.supplies.execute()]);
  return { subscriptions, supplies };
}

export const subscriptionReads = (db: Database, patientId: string) => ({
  subscriptions: db
    .selectFrom("subscription")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("created_at", "desc")
    .orderBy("id"),
  supplies: db
    .selectFrom("prescription_order")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("period", "desc"),
});

/** One of her supplies; undefined for an id that is none of hers. */
export const supplyOf = (db: Database, patientId: string, id: string): Promise<SupplyRow | undefined> =>
  db
    .selectFrom("prescription_order")
    .selectAll()
    .where("id", "=", id)
    .where("patient_id", "=", patientId)
    .executeTakeFirst();

/** The supplies an order pays for. */
export const suppliesOfOrder = (db: Database, orderId: string): Promise<SupplyRow[]> =>
  db.selectFrom("prescription_order").selectAll().where("order_id", "=", orderId).orderBy("id").execute();

export const suppliesById = (db: Database, ids: readonly string[]): Promise<SupplyRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("prescription_order")
        .selectAll()
        .where("id", "in", [...ids])
        .execute();

/** Adds a supply; one of the same period that is there already stays. Returns its id, or undefined then. */
export async function insertSupply(
  db: Database,
  row: Omit<Insertable<Tables["prescription_order"]>, "id">,
): Promise<string | undefined> {
  const made = await db
    .insertInto("prescription_order")
    .values({ id: newId(), ...row })
    .onConflict((conflict) => conflict.columns(["subscription_id", "period"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id;
}

export async function changeSupplies(
  db: Database,
  ids: readonly string[],
  changes: Updateable<Tables["prescription_order"]>,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("prescription_order")
    .set(changes)
    .where("id", "in", [...ids])
    .execute();
}

export async function changeSubscriptions(
  db: Database,
  ids: readonly string[],
  changes: Updateable<Tables["subscription"]>,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("subscription")
    .set(changes)
    .where("id", "in", [...ids])
    .execute();
}

/** Columns of a supply whose charge is planned for another day: she has not been told of it yet. */
export const plannedFor = (chargeOn: string) => ({ charge_on: chargeOn, reminded_on: null });

/** Puts a charge off to a day the patient is told of anew. */
export const putOff = (db: Database, { id }: Pick<SupplyRow, "id">, day: string): Promise<void> =>
  changeSupplies(db, [id], plannedFor(day));

/** The number of the supply that follows all of a subscription. */
export async function nextPeriodNumber(db: Database, subscriptionId: string): Promise<number> {
  const { last } = await db
    .selectFrom("prescription_order")
    .select(({ fn }) => fn.max("period").as("last"))
    .where("subscription_id", "=", subscriptionId)
    .executeTakeFirstOrThrow();
  return Number(last) + 1;
}

/** Columns of a supply nothing is owed for. */
export const owingNothing = { failed_on: null, attempts: 0, retry_on: null };

/** Whether everything an order was to bring has been cancelled; what no subscription brings cannot be. */
export async function isCalledOff(db: Database, orderId: string): Promise<boolean> {
  const supplies = await suppliesOfOrder(db, orderId);
  if (supplies.length === 0 || supplies.some(({ status }) => status !== "cancelled")) return false;
  return (await linesOf(db, [orderId])).length <= supplies.length;
}

/** Products of her subscriptions that are not cancelled. */
export async function suppliedProducts(db: Database, patientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "!=", "cancelled")
    .execute();
  return [...new Set(rows.map(({ product_id }) => product_id))];
}
