import type { Insertable, Selectable, Updateable } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { linesOf } from "#server/store/public.ts";

export type SubscriptionRow = Selectable<Tables["subscription"]>;
/** One supply of a subscription; the API calls it a prescription order. */
export type PrescriptionOrderRow = Selectable<Tables["prescription_order"]>;

/** Her subscriptions, newest first, and their supplies, newest first. */
export async function subscriptionRows(
  db: Database,
  patientId: string,
): Promise<{ subscriptions: SubscriptionRow[]; supplies: PrescriptionOrderRow[] }> {
  const queries = subscriptionQueries(db, patientId);
  const [subscriptions, prescriptionOrders] = await Promise.all([
    queries.subscriptions.execute(),
    queries.supplies.execute(),
  ]);
  return { subscriptions, supplies: prescriptionOrders };
}

export const subscriptionQueries = (db: Database, patientId: string) => ({
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
export const findPrescriptionOrder = (
  db: Database,
  patientId: string,
  id: string,
): Promise<PrescriptionOrderRow | undefined> =>
  db
    .selectFrom("prescription_order")
    .selectAll()
    .where("id", "=", id)
    .where("patient_id", "=", patientId)
    .executeTakeFirst();

/** The supplies an order pays for. */
export const prescriptionOrdersOfOrder = (db: Database, orderId: string): Promise<PrescriptionOrderRow[]> =>
  db.selectFrom("prescription_order").selectAll().where("order_id", "=", orderId).orderBy("id").execute();

export const prescriptionOrdersById = (db: Database, ids: readonly string[]): Promise<PrescriptionOrderRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("prescription_order")
        .selectAll()
        .where("id", "in", [...ids])
        .execute();

/** Adds a supply; one of the same period that is there already stays. Returns its id, or undefined then. */
export async function insertPrescriptionOrder(
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

export async function updatePrescriptionOrders(
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

export async function updateSubscriptions(
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
export const rescheduledTo = (chargeOn: string) => ({ charge_on: chargeOn, reminded_on: null });

/** Puts a charge off to a day the patient is told of anew. */
export const postponeCharge = (db: Database, { id }: Pick<PrescriptionOrderRow, "id">, day: string): Promise<void> =>
  updatePrescriptionOrders(db, [id], rescheduledTo(day));

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
export const notPastDue = { failed_on: null, attempts: 0, retry_on: null };

/** Whether everything an order was to bring has been cancelled; what no subscription brings cannot be. */
export async function isFullyCancelled(db: Database, orderId: string): Promise<boolean> {
  const prescriptionOrders = await prescriptionOrdersOfOrder(db, orderId);
  if (prescriptionOrders.length === 0 || prescriptionOrders.some(({ status }) => status !== "cancelled")) return false;
  return (await linesOf(db, [orderId])).length <= prescriptionOrders.length;
}

/** Products of her subscriptions that are not cancelled. */
export async function loadSubscribedProducts(db: Database, patientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "!=", "cancelled")
    .execute();
  return [...new Set(rows.map(({ product_id }) => product_id))];
}
