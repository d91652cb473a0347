import type { Selectable } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";

/** An order of a patient in care for a new product: the doctor decides before the payment is captured. */
export type UpsellRequestRow = Selectable<Tables["upsell_request"]>;
/** Final without a decision: `lapsed`: the bank released the authorization; `withdrawn`: the patient or a new answer withdrew the request. */
export type UpsellRequestStatus = UpsellRequestRow["status"];

/** Inserts an upsell request; false when the order has one. */
export async function insertUpsellRequest(
  tx: Tx,
  { patientId, orderId, now }: { readonly patientId: string; readonly orderId: string; readonly now: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto("upsell_request")
    .values({ id: newId(), patient_id: patientId, order_id: orderId, status: "open", requested_at: now })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** Which of these orders have an upsell request. */
export async function ordersWithUpsellRequest(db: Database, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("upsell_request")
    .select("order_id")
    .where("order_id", "in", [...orderIds])
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

export const upsellRequestById = (db: Database, id: string) =>
  db.selectFrom("upsell_request").selectAll().where("id", "=", id).executeTakeFirst();

/** Locks the upsell request of an order until the transaction ends. */
export const lockUpsellRequest = (tx: Tx, orderId: string) =>
  tx.selectFrom("upsell_request").selectAll().where("order_id", "=", orderId).forUpdate().executeTakeFirst();

/** Locks the patient's undecided upsell requests, oldest first. */
export const lockUndecidedUpsellRequests = (tx: Tx, patientId: string) =>
  tx
    .selectFrom("upsell_request")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("status", "=", "open")
    .orderBy("requested_at")
    .orderBy("id")
    .forUpdate()
    .execute();

/** Up to `limit` undecided upsell requests, longest wait first. */
export const undecidedUpsellRequests = (db: Database, cursor: KeysetCursor | null, limit: number, patientId?: string) =>
  db
    .selectFrom("upsell_request")
    .selectAll()
    .where("status", "=", "open")
    .where((where) => where.and(patientId === undefined ? [] : [where("patient_id", "=", patientId)]))
    .where(beyondCursor("requested_at", ">", "id", cursor))
    .orderBy("requested_at")
    .orderBy("id")
    .limit(limit)
    .execute();

/** Updates an upsell request whose status is `from`; false when it has another one. */
export async function updateUpsellRequest(
  tx: Tx,
  id: string,
  from: UpsellRequestStatus,
  changes: Partial<Pick<UpsellRequestRow, "status" | "doctor_id" | "decided_at" | "note_sealed" | "completed_at">>,
): Promise<boolean> {
  const changed = await tx
    .updateTable("upsell_request")
    .set(changes)
    .where("id", "=", id)
    .where("status", "=", from)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** The products of the patient's upsell requests with the status of each request, oldest first. */
export const upsellRequestLines = (db: Database, patientId: string) =>
  db
    .selectFrom("upsell_request")
    .innerJoin("order_line", "order_line.order_id", "upsell_request.order_id")
    .select(["upsell_request.order_id", "upsell_request.status", "order_line.product_id", "order_line.name"])
    .where("upsell_request.patient_id", "=", patientId)
    .orderBy("upsell_request.requested_at")
    .orderBy("order_line.line")
    .execute();

/** All upsell requests of a patient, oldest first. */
export const upsellRequestsQuery = (db: Database, patientId: string) =>
  db
    .selectFrom("upsell_request")
    .select(["order_id", "status", "requested_at"])
    .where("patient_id", "=", patientId)
    .orderBy("requested_at");

/** Orders of the upsell requests approved since a visit was submitted, oldest first. */
export async function approvedUpsellOrderIds(
  db: Database,
  { patient_id, submitted_at }: { readonly patient_id: string; readonly submitted_at: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom("upsell_request")
    .select("order_id")
    .where("patient_id", "=", patient_id)
    .where("status", "=", "approved")
    .where("requested_at", ">=", submitted_at)
    .orderBy("requested_at")
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/** Orders of upsell requests captured or voided before `until` that are not settled yet; newest first. */
export async function unsettledUpsellOrderIds(db: Database, until: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("upsell_request")
    .innerJoin("customer_order", "customer_order.id", "upsell_request.order_id")
    .select("upsell_request.order_id")
    .where("upsell_request.completed_at", "is", null)
    .where("customer_order.updated_at", "<=", until)
    .where((where) =>
      where.or([
        where.and([
          where("upsell_request.status", "=", "approved"),
          where("customer_order.status", "in", orderStates.settled.list),
        ]),
        where.and([where("upsell_request.status", "=", "open"), where("customer_order.status", "=", "voided")]),
      ]),
    )
    .orderBy("upsell_request.requested_at", "desc")
    .limit(200)
    .execute();
  return rows.map(({ order_id }) => order_id);
}
