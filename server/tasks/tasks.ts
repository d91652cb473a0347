import { type RawBuilder, type Selectable, sql } from "kysely";
import type { TaskKind } from "#contract/care/task-kinds.ts";
import type { TaskOutcome } from "#contract/care/tasks.ts";
import type { Role } from "#contract/policy/roles.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { TaskDays } from "./task-days.ts";

/*
 * A task is what a person of the practice makes: something somebody is asked, or reminded of. It waits for a role, or for one of its people as long as they
 * work here and have the role; a question goes back to whoever asked with its answer. What the machine finds has tables of its own.
 */

export type TaskRow = Omit<Selectable<Tables["task"]>, "kind" | "asker_role" | "role" | "answered_role" | "outcome"> & {
  readonly kind: TaskKind;
  readonly asker_role: Role;
  readonly role: Role;
  readonly answered_role: Role | null;
  readonly outcome: TaskOutcome | null;
};

const wordsOf = sealed("task.words_sealed");
const answerOf = sealed("task.answer_sealed");
const noteOf = sealed("task.note_sealed");
type Sealing = Pick<Services, "secrets">;

export const wordsOfTask = ({ secrets }: Sealing, { id, words_sealed: bytes }: TaskRow): string =>
  secrets.open<string>(bytes, wordsOf(id));
export const answerOfTask = ({ secrets }: Sealing, { id, answer_sealed: bytes }: TaskRow): string | null =>
  openText(secrets, bytes, answerOf(id));
export const noteOfTask = ({ secrets }: Sealing, { id, note_sealed: bytes }: TaskRow): string | null =>
  openText(secrets, bytes, noteOf(id));

/** Whoever asks, or is asked: a role, or one of its people. */
export interface TaskParty {
  readonly role: Role;
  readonly memberId: string | null;
}

export interface NewTask {
  readonly kind: TaskKind;
  readonly patientId: string | null;
  readonly orderId: string | null;
  readonly conversationId: string | null;
  /** The message that a patient says isn't theirs. */
  readonly messageId?: string;
  /** As the audit names them. */
  readonly actor: string;
  readonly asker: TaskParty;
  readonly asked: TaskParty;
  readonly words: string;
  readonly holds: boolean;
  readonly days: TaskDays;
}

/** Opens one; its id. */
export async function openTask({ db, clock, secrets }: TxServices, task: NewTask): Promise<string> {
  const id = newId();
  await db
    .insertInto("task")
    .values({
      ...{ id, kind: task.kind, patient_id: task.patientId, order_id: task.orderId },
      message_id: task.messageId ?? null,
      ...{ conversation_id: task.conversationId, asker: task.actor, asker_role: task.asker.role },
      ...{ asker_member_id: task.asker.memberId, role: task.asked.role, member_id: task.asked.memberId },
      ...{ words_sealed: secrets.seal(task.words, wordsOf(id)), holds: task.holds, opened_at: clock.now() },
      ...dayColumns(task.days),
    })
    .execute();
  return id;
}

const dayColumns = ({ dueOn, waitsSince, dueAt }: TaskDays) => ({
  ...{ due_on: dueOn, waits_since: waitsSince, due_at: dueAt },
});

const tasks = (db: Database) => db.selectFrom("task").selectAll().$castTo<TaskRow>();

export const taskById = (db: Database, id: string): Promise<TaskRow | undefined> =>
  tasks(db).where("id", "=", id).executeTakeFirst();

/** What is open of a message that a patient says isn't theirs; the message is locked. */
export const openTaskOfMessage = (tx: Tx, messageId: string): Promise<TaskRow | undefined> =>
  tasks(tx).where("message_id", "=", messageId).where("ended_at", "is", null).executeTakeFirst();

/** What a patient said last about talking with the pharmacist of an order. */
export const counselingTask = (db: Database, orderId: string): Promise<TaskRow | undefined> =>
  tasks(db)
    .where("order_id", "=", orderId)
    .where("kind", "=", "counseling")
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** What a patient was offered to talk about with the pharmacist, oldest first. */
export const counselingTasksOf = (db: Database, patientId: string): Promise<TaskRow[]> =>
  tasks(db)
    .where("patient_id", "=", patientId)
    .where("kind", "=", "counseling")
    .orderBy("opened_at")
    .orderBy("id")
    .execute();

/** Until the transaction ends nobody else acts on it. */
export const lockTask = (tx: Tx, id: string): Promise<TaskRow | undefined> =>
  tasks(tx).where("id", "=", id).forUpdate().executeTakeFirst();

export const tasksById = (db: Database, ids: readonly string[]) =>
  tasks(db)
    .where("id", "in", [...ids])
    .execute();

/** Up to `limit` open ones, by when they were opened. */
const openTasks = (db: Database, cursor: KeysetCursor | null, limit: number) =>
  tasks(db)
    .where("ended_at", "is", null)
    .where(beyondCursor("waits_since", ">", "id", cursor))
    .orderBy("waits_since")
    .orderBy("id")
    .limit(limit);

/** Of a patient: those that somebody with these roles asked or is asked, or, who reads about their health, all. */
export const openTasksOf = (
  db: Database,
  patientId: string,
  {
    roles,
    cursor,
    limit,
  }: { readonly roles: readonly Role[] | "all"; readonly cursor: KeysetCursor | null; readonly limit: number },
) =>
  openTasks(db, cursor, limit)
    .where("patient_id", "=", patientId)
    .where((where) =>
      roles === "all"
        ? where.val(true)
        : where.or(
            (["role", "asker_role", "answered_role"] as const).map((column) => where(column, "in", [...roles, ""])),
          ),
    )
    .execute();

export const openTasksAskedBy = (
  db: Database,
  actor: string,
  { cursor, limit }: { readonly cursor: KeysetCursor | null; readonly limit: number },
) => openTasks(db, cursor, limit).where("asker", "=", actor).execute();

/** It now waits for whoever asked. */
export const storeAnswer = (
  { db, clock, secrets }: TxServices,
  row: TaskRow,
  { answer, actor }: { readonly answer: string; readonly actor: string },
) =>
  db
    .updateTable("task")
    .set({
      ...{ answered_at: clock.now(), answered_by: actor, answer_sealed: sealText(secrets, answer, answerOf(row.id)) },
      ...{
        answered_role: row.role,
        role: row.asker_role,
        member_id: row.asker_member_id,
        waits_since: clock.now(),
        due_on: null,
        due_at: null,
      },
    })
    .where("id", "=", row.id)
    .execute();

export const endTask = (
  { db, clock, secrets }: TxServices,
  { id }: TaskRow,
  {
    outcome,
    note,
    actor,
  }: { readonly outcome: TaskOutcome; readonly note: string | undefined; readonly actor: string },
) =>
  db
    .updateTable("task")
    .set({ ended_at: clock.now(), ended_by: actor, outcome, note_sealed: sealText(secrets, note, noteOf(id)) })
    .where("id", "=", id)
    .execute();

export const moveTask = ({ db }: TxServices, { id }: TaskRow, days: TaskDays) =>
  db.updateTable("task").set(dayColumns(days)).where("id", "=", id).execute();

export const giveTask = ({ db, clock }: TxServices, row: TaskRow, { role, memberId }: TaskParty) =>
  db
    .updateTable("task")
    .set({
      ...{ role, member_id: memberId },
      // What was seen begins to wait anew for whoever is asked now; what wasn't comes on its day.
      ...(row.waits_since <= clock.now() && { waits_since: clock.now() }),
    })
    .where("id", "=", row.id)
    .execute();

/** Condition on a row of `task`: who it was given to is gone, or has lost the role, and it's everybody's of the role. */
const isNobodys = sql<boolean>`not exists (select from staff_member
  where staff_member.id = task.member_id and staff_member.disabled_at is null and task.role = any(staff_member.roles))`;

/** Whose inbox is read: `memberId` null is a system, which stands for everybody of its roles. */
export interface TaskReader {
  readonly roles: readonly Role[];
  readonly memberId: string | null;
}

/** Condition on a row of `task`: it waits for them now. */
export const waitsFor = ({ roles, memberId }: TaskReader, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(ended_at is null and role = any(${[...roles]}::text[]) and waits_since <= ${now}::timestamptz
    and (member_id is null or ${memberId}::uuid is null or member_id = ${memberId}::uuid or ${isNobodys}))`;

/** Those of these people who still have the role they were asked in, by `role:id`. */
export async function stillAsked(db: Database, parties: readonly TaskParty[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(parties.flatMap(({ memberId }) => memberId ?? []))];
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("staff_member")
    .select(["id", "roles"])
    .where("id", "in", ids)
    .where("disabled_at", "is", null)
    .execute();
  return new Set(rows.flatMap(({ id, roles }) => roles.map((role) => `${role}:${id}`)));
}

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
