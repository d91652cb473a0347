import type { Insertable, Selectable, Updateable } from "kysely";
import { linesOf } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";

export type SubscriptionRow = Selectable<Tables["subscription"]>;
export type PrescriptionOrderRow = Selectable<Tables["prescription_order"]>;

/** A patient's subscriptions, newest first, and their prescription orders, newest first. */
export async function subscriptionRows(
  db: Database,
  patientId: string,
): Promise<{ subscriptions: SubscriptionRow[]; prescriptionOrders: PrescriptionOrderRow[] }> {
  const queries = subscriptionQueries(db, patientId);
  const [subscriptions, prescriptionOrders] = await Promise.all([
    queries.subscriptions.execute(),
    queries.prescriptionOrders.execute(),
  ]);
  return { subscriptions, prescriptionOrders };
}

export const subscriptionQueries = (db: Database, patientId: string) => ({
  subscriptions: db
    .selectFrom("subscription")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("created_at", "desc")
    .orderBy("id"),
  prescriptionOrders: db
    .selectFrom("prescription_order")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("period", "desc"),
});

/** One of the patient's prescription orders; undefined for any other id. */
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

/** The prescription orders an order pays for. */
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

/** Inserts a prescription order unless the subscription already has one for that period. Returns its id; undefined if nothing was inserted. */
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

/** Columns that move a scheduled prescription order to another charge day; the patient has not been notified of that day yet. */
export const rescheduledTo = (chargeOn: string) => ({ charge_on: chargeOn, reminded_on: null });

/** Postpones a charge to a day the patient is notified of again, or the retry of one that is past due. */
export const postponeCharge = (
  db: Database,
  { id, failed_on }: Pick<PrescriptionOrderRow, "id" | "failed_on">,
  day: string,
): Promise<void> => updatePrescriptionOrders(db, [id], failed_on === null ? rescheduledTo(day) : { retry_on: day });

/** The period number after the last one of a subscription. */
export async function nextPeriodNumber(db: Database, subscriptionId: string): Promise<number> {
  const { last } = await db
    .selectFrom("prescription_order")
    .select(({ fn }) => fn.max("period").as("last"))
    .where("subscription_id", "=", subscriptionId)
    .executeTakeFirstOrThrow();
  return Number(last) + 1;
}

/** Whether everything an order was to ship has been cancelled; a line without a prescription order cannot be. */
export async function isFullyCancelled(db: Database, orderId: string): Promise<boolean> {
  const prescriptionOrders = await prescriptionOrdersOfOrder(db, orderId);
  if (prescriptionOrders.length === 0 || prescriptionOrders.some(({ status }) => status !== "cancelled")) return false;
  return (await linesOf(db, [orderId])).length <= prescriptionOrders.length;
}

/** Products whose subscriptions continue: neither cancelled nor paused, nor about to be replaced. */
export async function continuingProducts(db: Database, patientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "in", subscriptionStates.continuing.list)
    .where("discontinued_on", "is", null)
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** Products of the patient's subscriptions that are not cancelled. */
export async function loadSubscribedProducts(db: Database, patientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "!=", "cancelled")
    .execute();
  return [...new Set(rows.map(({ product_id }) => product_id))];
}
