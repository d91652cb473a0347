import { type RawBuilder, sql } from "kysely";
import { permissionsOfRole, permits } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { selectTasks, type TaskRow } from "./tasks.ts";

/** Condition on a row of `customer_order`: a pharmacist asked its prescriber something, and has no answer. Nothing of it is packed or sent before. */
export const orderWaitsForAnswer: RawBuilder<boolean> = sql<boolean>`exists (
  select from task where task.order_id = customer_order.id and task.holds and task.answered_at is null and task.ended_at is null)`;

/** Why such an order is refused, wherever it is. */
export const waitsForAnswer = (order: { readonly number: string | null } | undefined): string =>
  `Order ${order?.number ?? ""} waits for the doctor’s answer to a pharmacist’s question. It can be packed once that’s answered or withdrawn.`;

/** The oldest such question of each of these orders. */
export async function holdingQuestions(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly since: Date }>> {
  if (orderIds.length === 0) return new Map();
  const rows = await holdingRows(db)
    .where("order_id", "in", [...orderIds])
    .orderBy("opened_at", "desc")
    .execute();
  return new Map(rows.map(({ id, order_id, opened_at: since }) => [order_id ?? "", { id, since }]));
}

/** What holds orders, for a patient's screens. */
export const holdingRowsOf = (db: Database, patientId: string) => holdingRows(db).where("patient_id", "=", patientId);

const holdingRows = (db: Database) =>
  db
    .selectFrom("task")
    .select(["id", "order_id", "opened_at"])
    .where("holds", "=", true)
    .where("answered_at", "is", null)
    .where("ended_at", "is", null);

/** The roles that refund: a refund waits for what they were asked of its order, and for what they asked. */
const refundingRoles = roles.filter((role) => permits(permissionsOfRole(role), ["write:money"]));

/** The open questions of each of these orders that its refund waits for, oldest first. */
export async function refundQuestions(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly id: string; readonly since: Date }[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await refundQuestionRows(db)
    .where("order_id", "in", [...orderIds])
    .execute();
  return Map.groupBy(
    rows.map(({ id, order_id: orderId, opened_at: since }) => ({ id, orderId: orderId ?? "", since })),
    ({ orderId }) => orderId,
  );
}

/** Those of one order, which are locked. */
export const lockRefundQuestions = (tx: Tx, orderId: string): Promise<TaskRow[]> =>
  refundQuestionRows(tx).where("order_id", "=", orderId).forUpdate().execute();

/** Whether a refund of its order waits for it, or did until it was answered. */
export const isRefundQuestion = (row: Pick<TaskRow, "kind" | "role" | "asker_role">): boolean =>
  row.kind === "question" && [row.role, row.asker_role].some((role) => refundingRoles.includes(role));

const refundQuestionRows = (db: Database) =>
  selectTasks(db)
    .where("kind", "=", "question")
    .where("answered_at", "is", null)
    .where("ended_at", "is", null)
    .where((task) => task.or([task.eb("role", "in", refundingRoles), task.eb("asker_role", "in", refundingRoles)]))
    .orderBy("opened_at")
    .orderBy("id");
