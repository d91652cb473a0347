import type { Selectable } from "kysely";
import type { PreparedDecision } from "#contract/care/prepared.ts";
import type { TaskKind } from "#contract/care/task-kinds.ts";
import type { TaskOutcome } from "#contract/care/tasks.ts";
import type { Role } from "#contract/policy/roles.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
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

/** All rows, to be narrowed. */
export const selectTasks = (db: Database) => db.selectFrom("task").selectAll().$castTo<TaskRow>();

export const taskById = (db: Database, id: string): Promise<TaskRow | undefined> =>
  selectTasks(db).where("id", "=", id).executeTakeFirst();

/** Until the transaction ends nobody else acts on it. */
export const lockTask = (tx: Tx, id: string): Promise<TaskRow | undefined> =>
  selectTasks(tx).where("id", "=", id).forUpdate().executeTakeFirst();

export const tasksById = (db: Database, ids: readonly string[]) =>
  selectTasks(db)
    .where("id", "in", [...ids])
    .execute();

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
