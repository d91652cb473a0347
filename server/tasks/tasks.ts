import { type RawBuilder, type Selectable, sql } from "kysely";
import type { PreparedDecision } from "#contract/care/prepared.ts";
import type { TaskKind } from "#contract/care/task-kinds.ts";
import type { TaskOutcome } from "#contract/care/tasks.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { permissionsOfRole, permits } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { ownLogKinds } from "./log-rules.ts";
import type { TaskDays } from "./task-days.ts";

/*
 * A task is what a person of the practice makes: something somebody is asked, or reminded of. It waits for a role, or for one of its people as long as they
 * work here and have the role; a question goes back to whoever asked with its answer. What the machine finds has tables of its own.
 */

export type TaskRow = Omit<
  Selectable<Tables["task"]>,
  "kind" | "asker_role" | "role" | "answered_role" | "outcome" | "prepared"
> & {
  readonly kind: TaskKind;
  readonly asker_role: Role;
  readonly role: Role;
  readonly answered_role: Role | null;
  readonly outcome: TaskOutcome | null;
  readonly prepared: PreparedDecision | null;
};

const wordsOf = sealed("task.words_sealed");
const answerOf = sealed("task.answer_sealed");
const noteOf = sealed("task.note_sealed");
const fieldsOf = sealed("task.fields_sealed");
type Sealing = Pick<Services, "secrets">;

export const wordsOfTask = ({ secrets }: Sealing, { id, words_sealed: bytes }: TaskRow): string =>
  secrets.open<string>(bytes, wordsOf(id));
export const answerOfTask = ({ secrets }: Sealing, { id, answer_sealed: bytes }: TaskRow): string | null =>
  openText(secrets, bytes, answerOf(id));
export const noteOfTask = ({ secrets }: Sealing, { id, note_sealed: bytes }: TaskRow): string | null =>
  openText(secrets, bytes, noteOf(id));

/** A field of what was logged or prepared: its id in its kind, and its value. */
interface TaskField {
  readonly id: string;
  readonly value: string;
}
export const fieldsOfTask = ({ secrets }: Sealing, { id, fields_sealed: bytes }: TaskRow): readonly TaskField[] =>
  bytes === null ? [] : secrets.open<readonly TaskField[]>(bytes, fieldsOf(id));

/** Whoever asks, or is asked: a role, or one of its people. */
export interface TaskParty {
  readonly role: Role;
  readonly memberId: string | null;
}

export interface NewTask {
  readonly kind: TaskKind;
  readonly patientId: string | null;
  readonly orderId: string | null;
  /** What brings the medicine that a patient asks something of. */
  readonly subscriptionId?: string;
  readonly conversationId: string | null;
  /** The message that a patient says isn't theirs. */
  readonly messageId?: string;
  /** The letter of which they say so. */
  readonly letterId?: string;
  /** As the audit names them. */
  readonly actor: string;
  readonly asker: TaskParty;
  readonly asked: TaskParty;
  readonly words: string;
  readonly holds: boolean;
  readonly days: TaskDays;
  /** Of what is logged: its kind, its fields, and whether it stands on the chart. */
  readonly log?: { readonly kind: string; readonly fields: readonly TaskField[]; readonly onChart: boolean };
  /** Of a decision that was prepared: which, about what, written on which revision of the record, and its fields. */
  readonly prepared?: {
    readonly decision: PreparedDecision;
    readonly refId: string;
    readonly revision: string;
    readonly fields: readonly TaskField[];
  };
  /** The decision that a colleague has a concern about. */
  readonly reviewedDecisionId?: string;
  /** What is put aside, and whether it comes back once the patient writes. */
  readonly aside?: { readonly refId: string; readonly forAnswer: boolean };
}

/** Opens one; its id. */
export async function openTask({ db, clock, secrets }: TxServices, task: NewTask): Promise<string> {
  const id = newId();
  await db
    .insertInto("task")
    .values({
      ...{ id, kind: task.kind, patient_id: task.patientId, order_id: task.orderId },
      subscription_id: task.subscriptionId ?? null,
      ...{ message_id: task.messageId ?? null, letter_id: task.letterId ?? null },
      reviewed_decision_id: task.reviewedDecisionId ?? null,
      ...{ conversation_id: task.conversationId, asker: task.actor, asker_role: task.asker.role },
      ...{ asker_member_id: task.asker.memberId, role: task.asked.role, member_id: task.asked.memberId },
      ...{ words_sealed: secrets.seal(task.words, wordsOf(id)), holds: task.holds, opened_at: clock.now() },
      ...(task.log && {
        ...{ log_kind: task.log.kind, fields_sealed: secrets.seal(task.log.fields, fieldsOf(id)) },
        on_chart: task.log.onChart,
      }),
      ...(task.aside && { aside_ref: task.aside.refId, aside_for_answer: task.aside.forAnswer }),
      ...(task.prepared && {
        ...{ prepared: task.prepared.decision, prepared_ref: task.prepared.refId },
        prepared_revision: task.prepared.revision,
        fields_sealed: secrets.seal(task.prepared.fields, fieldsOf(id)),
      }),
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

/** What a patient says isn't theirs. */
export type Misfiled = { readonly messageId: string } | { readonly letterId: string };

/** What is open of something that a patient says isn't theirs, which is locked. */
export const openTaskOfMisfiled = (tx: Tx, misfiled: Misfiled): Promise<TaskRow | undefined> =>
  ("messageId" in misfiled
    ? tasks(tx).where("message_id", "=", misfiled.messageId)
    : tasks(tx).where("letter_id", "=", misfiled.letterId)
  )
    .where("ended_at", "is", null)
    .executeTakeFirst();

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

/** What is prepared of something and neither signed nor withdrawn, which is locked; there is one at most. */
export const openPreparedOf = (tx: Tx, refId: string): Promise<TaskRow | undefined> =>
  tasks(tx)
    .where("prepared_ref", "=", refId)
    .where("prepared", "is not", null)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

/** What is put aside of something and not brought back, which is locked, and whether it's still out of the inbox; there is one at most. */
export const openAsideOf = (tx: Tx, refId: string, now: Date): Promise<(TaskRow & { isOut: boolean }) | undefined> =>
  tasks(tx)
    .select(sql<boolean>`${isOut(now)}`.as("isOut"))
    .where("aside_ref", "=", refId)
    .where("ended_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

/** Condition on a row of `task` of the kind `aside`: its day hasn't come, nor has the patient written where that was waited for. */
const isOut = (now: Date): RawBuilder<boolean> => sql<boolean>`(task.waits_since > ${now}::timestamptz
  and not (task.aside_for_answer and exists (
    select from conversation join message on message.conversation_id = conversation.id
    where conversation.patient_id = task.patient_id and conversation.kind = 'doctor' and message.role = 'patient'
      and message.created_at > task.opened_at)))`;

/** Condition: what this column names is put aside, and so not in the inbox. */
export const isPutAside = (column: string, now: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from task where task.aside_ref = ${sql.ref(column)} and task.ended_at is null and ${isOut(now)})`;

export const tasksById = (db: Database, ids: readonly string[]) =>
  tasks(db)
    .where("id", "in", [...ids])
    .execute();

/** Up to `limit` open ones, by when they were opened. */
const openTasks = (db: Database, cursor: KeysetCursor | null, limit: number) =>
  tasks(db)
    .where("ended_at", "is", null)
    .where("on_chart", "=", false)
    .where(beyondCursor("waits_since", ">", "id", cursor))
    .orderBy("waits_since")
    .orderBy("id")
    .limit(limit);

/** Whose list is read, and the kinds of entries of which they read everybody's. */
export interface TaskPage {
  readonly actor: string;
  readonly roles: readonly Role[];
  /** They read about health. */
  readonly clinical: boolean;
  readonly logKinds: readonly string[];
  readonly cursor: KeysetCursor | null;
  readonly limit: number;
}

/**
 * Condition on a row of `task`: they may know of it. Of what was logged it's whoever made the entry, whom it waits for, or who reads its kind; of anything
 * else who has one of its roles, or, where it's of a patient, reads about health. `maySee` says the same of one row.
 */
export const readBy = ({ actor, roles, clinical, logKinds }: Omit<TaskPage, "cursor" | "limit">): RawBuilder<boolean> =>
  sql<boolean>`(asker = ${actor} or role = any(${[...roles]}::text[])
    or (kind = 'log' and log_kind = any(${[...logKinds]}::text[]))
    or (kind <> 'log' and (asker_role = any(${[...roles]}::text[]) or answered_role = any(${[...roles]}::text[])
      or (patient_id is not null and ${clinical}::boolean))))`;

/** Of a patient, as far as somebody may know of it. */
export const openTasksOf = (db: Database, patientId: string, page: TaskPage) =>
  openTasks(db, page.cursor, page.limit).where("patient_id", "=", patientId).where(readBy(page)).execute();

/** What was logged, as far as somebody may know of it, newest first; of these accounts of a patient, of one kind, or only what is open, where that is asked. */
export const loggedEntries = (
  db: Database,
  page: TaskPage,
  {
    patientIds,
    kind,
    only,
  }: {
    readonly patientIds?: readonly string[];
    readonly kind?: string | undefined;
    readonly only?: "open" | "chart" | undefined;
  },
) =>
  tasks(db)
    .where("kind", "=", "log")
    .where((where) =>
      where.and([
        ...(patientIds === undefined ? [] : [where("patient_id", "in", [...patientIds])]),
        ...(kind === undefined ? [] : [where("log_kind", "=", kind)]),
        ...(only === undefined ? [] : [where("ended_at", "is", null)]),
        ...(only === "chart" ? [where("on_chart", "=", true)] : []),
      ]),
    )
    .where(readBy(page))
    .where(beyondCursor("opened_at", "<", "id", page.cursor))
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit)
    .execute();

export const openTasksAskedBy = (
  db: Database,
  actor: string,
  { cursor, limit }: { readonly cursor: KeysetCursor | null; readonly limit: number },
) => openTasks(db, cursor, limit).where("asker", "=", actor).execute();

/** What a job of ours asked of a patient since a moment, oldest first, and locked; `asker` is the job's actor. */
export const tasksOfSystem = (
  tx: Tx,
  { asker, patientId, since }: { readonly asker: `system:${string}`; readonly patientId: string; readonly since: Date },
): Promise<TaskRow[]> =>
  tasks(tx)
    .where("patient_id", "=", patientId)
    .where("asker", "=", asker)
    .where("opened_at", ">=", since)
    .orderBy("opened_at")
    .forUpdate()
    .execute();

/** What a patient asked for, of these kinds: of an order, of a subscription, or of neither; newest first. What was logged of them by others isn't among it. */
export const patientEntries = (
  db: Database,
  patientId: string,
  {
    kinds,
    orderId,
    subscriptionId = null,
  }: { readonly kinds: readonly string[]; readonly orderId: string | null; readonly subscriptionId?: string | null },
) =>
  tasks(db)
    .where("patient_id", "=", patientId)
    .where("kind", "=", "log")
    .where("asker", "=", `patient:${patientId}`)
    .where(sql<boolean>`log_kind = any(${[...kinds]}::text[])`)
    .where("order_id", "is not distinct from", orderId)
    .where("subscription_id", "is not distinct from", subscriptionId)
    .orderBy("opened_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** What was logged as part of a patient's record, oldest first; what was entered in error isn't among it. */
export const recordedEntries = (db: Database, patientId: string, kinds: readonly string[]) =>
  tasks(db)
    .where("patient_id", "=", patientId)
    .where(sql<boolean>`log_kind = any(${[...kinds]}::text[]) and outcome is distinct from 'dropped'`)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();

/** Entries of a kind that stand on the charts of these accounts of a patient, oldest first. */
export const chartEntries = (db: Database, patientIds: readonly string[], kind: string): Promise<TaskRow[]> =>
  tasks(db)
    .where("patient_id", "in", [...patientIds])
    .where("log_kind", "=", kind)
    .where("on_chart", "=", true)
    .where("ended_at", "is", null)
    .orderBy("opened_at")
    .orderBy("id")
    .execute();

/** A patient's entries of a kind that are open, or were settled with this outcome, oldest first, and locked. */
export const lockEntries = (tx: Tx, patientId: string, kind: string, outcome: string): Promise<TaskRow[]> =>
  tasks(tx)
    .where("patient_id", "=", patientId)
    .where("log_kind", "=", kind)
    .where((where) => where.or([where("ended_at", "is", null), where("log_outcome", "=", outcome)]))
    .orderBy("opened_at")
    .orderBy("id")
    .forUpdate()
    .execute();

/** The kind of an open entry of these accounts of a patient that is one of these; null without any. */
export const openEntryOf = async (
  db: Database,
  patientIds: readonly string[],
  kinds: readonly string[],
): Promise<string | null> =>
  (
    await tasks(db)
      .where("patient_id", "in", [...patientIds])
      .where("kind", "=", "log")
      .where("ended_at", "is", null)
      .where(sql<boolean>`log_kind = any(${[...kinds]}::text[])`)
      .limit(1)
      .executeTakeFirst()
  )?.log_kind ?? null;
/** Of everybody: up to `limit` whose day has passed, longest first, and how many there are. */
export async function overdueTasks(
  db: Database,
  { today, now }: { readonly today: string; readonly now: Date },
  limit: number,
): Promise<{ readonly rows: readonly TaskRow[]; readonly count: number }> {
  const overdue = db
    .selectFrom("task")
    .where("ended_at", "is", null)
    // On a weekend nobody was there to see to it before the working day after.
    .where("due_on", "<", today)
    .where("due_at", "<=", now);
  const [rows, { count }] = await Promise.all([
    overdue.selectAll().$castTo<TaskRow>().orderBy("due_on").orderBy("id").limit(limit).execute(),
    overdue.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(count) };
}

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
  { db, clock, secrets }: Pick<TxServices, "db" | "clock" | "secrets">,
  { id }: TaskRow,
  {
    outcome,
    logOutcome = null,
    note,
    actor,
  }: {
    readonly outcome: TaskOutcome;
    /** Of what was logged: which outcome of its kind. */
    readonly logOutcome?: string | null;
    readonly note: string | undefined;
    readonly actor: string;
  },
) =>
  db
    .updateTable("task")
    .set({
      ...{ ended_at: clock.now(), ended_by: actor, outcome, log_outcome: logOutcome },
      note_sealed: sealText(secrets, note, noteOf(id)),
    })
    .where("id", "=", id)
    .execute();

export const moveTask = ({ db }: TxServices, { id }: TaskRow, days: TaskDays) =>
  db.updateTable("task").set(dayColumns(days)).where("id", "=", id).execute();

/** `words` in place of what it asked for, where that depends on whom it waits for. */
export const giveTask = (
  { db, clock, secrets }: TxServices,
  row: TaskRow,
  { role, memberId }: TaskParty,
  words?: string,
) =>
  db
    .updateTable("task")
    .set({
      ...{ role, member_id: memberId },
      ...(words !== undefined && { words_sealed: secrets.seal(words, wordsOf(row.id)) }),
      // What was seen begins to wait anew for whoever is asked now; what wasn't comes on its day.
      ...(row.waits_since <= clock.now() && { waits_since: clock.now() }),
    })
    .where("id", "=", row.id)
    .execute();

/** Condition on a row of `task`: who it was given to is gone or away today, or has lost the role, and it's everybody's of the role. */
const isNobodys = (today: string) => sql<boolean>`not exists (
  select from staff_member left join doctor on doctor.id = staff_member.doctor_id
  where staff_member.id = task.member_id and staff_member.disabled_at is null and task.role = any(staff_member.roles)
    and (${today}::date between doctor.away_from and doctor.away_until) is not true)`;

/** Condition on a row of `task`: it asks to read what they decided themself, which is a colleague's to read. */
const isOwnReview = (memberId: string | null) => sql<boolean>`(kind = 'log' and exists (
  select from peer_review join staff_member on staff_member.doctor_id = peer_review.doctor_id
  where peer_review.task_id = task.id and staff_member.id = ${memberId}::uuid))`;

/** Whose inbox is read: `memberId` null is a system, which stands for everybody of its roles. */
export interface TaskReader {
  readonly roles: readonly Role[];
  readonly memberId: string | null;
}

/**
 * Condition on a row of `task`: it waits for them at this moment, on the practice's day. An entry of the log that waits for a role which has its kind no more
 * is theirs where the kind waits for theirs.
 */
export function waitsFor(
  { roles, memberId }: TaskReader,
  { content, now }: Pick<Services, "content"> & { readonly now: Date },
): RawBuilder<boolean> {
  const today = dayIn(content.brand.timezone, now);
  const logKinds = ownLogKinds(content.log, roles);
  return sql<boolean>`(ended_at is null and not on_chart and waits_since <= ${now}::timestamptz and not ${isOwnReview(memberId)} and (
    (role = any(${[...roles]}::text[])
      and (member_id is null or ${memberId}::uuid is null or member_id = ${memberId}::uuid or ${isNobodys(today)}))
    or (kind = 'log' and exists (select from jsonb_to_recordset(${JSON.stringify(logKinds)}::jsonb) as own (id text, roles jsonb)
      where own.id = task.log_kind and not own.roles @> to_jsonb(task.role)))))`;
}

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
  tasks(db)
    .where("kind", "=", "question")
    .where("answered_at", "is", null)
    .where("ended_at", "is", null)
    .where((task) => task.or([task.eb("role", "in", refundingRoles), task.eb("asker_role", "in", refundingRoles)]))
    .orderBy("opened_at")
    .orderBy("id");

/** What holds orders, for a patient's screens. */
export const holdingRowsOf = (db: Database, patientId: string) => holdingRows(db).where("patient_id", "=", patientId);

const holdingRows = (db: Database) =>
  db
    .selectFrom("task")
    .select(["id", "order_id", "opened_at"])
    .where("holds", "=", true)
    .where("answered_at", "is", null)
    .where("ended_at", "is", null);
