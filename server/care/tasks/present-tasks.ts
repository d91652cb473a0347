import { readKinds } from "#contract/care/conversations.ts";
import type { RecordLetter } from "#contract/care/letters.ts";
import { recordFieldNeeds } from "#contract/care/patients.ts";
import type { Prepared } from "#contract/care/prepared.ts";
import { taskKindOf } from "#contract/care/task-kinds.ts";
import type { Task } from "#contract/care/tasks.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Message } from "#contract/messages/message.ts";
import { permits } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import { unconfirmedContactEmails } from "#server/auth/public.ts";
import { messagesByIds } from "#server/messages/public.ts";
import { ordersById } from "#server/orders/public.ts";
import { refundsOfOrders } from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { workingDayFrom } from "#server/platform/clock/working-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { memberNames, memberNamesById } from "#server/staff/public.ts";
import {
  actionsOf,
  answerOfTask,
  fieldsOfTask,
  isRefundQuestion,
  logKindOf,
  maySee,
  noteOfTask,
  presentEntry,
  readableLogKinds,
  readerOf,
  readsClinical,
  stillAsked,
  taskById,
  type TaskPage,
  type TaskParty,
  type TaskRow,
  wordsOfTask,
} from "#server/tasks/public.ts";
import { type ClinicContext, loadPatientSummaries } from "../chart/patient-summary.ts";
import { changedSince } from "../decisions/record-revision.ts";
import { lettersById, presentLetter } from "../patients/medical-letter.ts";
import { reviewTasksOf } from "../peer-review/reviewers.ts";

export type TaskContext = ClinicContext & { readonly clinic: ClinicCaller };

/** What a caller may know of, and from where on. */
export function pageOf({ clinic, content }: TaskContext, nextpage: string | undefined): TaskPage {
  const { roles } = readerOf(clinic);
  const clinical = readsClinical(clinic.permissions);
  return {
    ...{ actor: clinic.actor, roles, clinical, logKinds: readableLogKinds(content.log, roles, clinical) },
    ...{ cursor: decodeCursor(nextpage), limit: pageSize + 1 },
  };
}

/** Who asked, null where a patient did, and whom it waits for, by name while they still have the role. */
export async function partiesOf(db: Database, rows: readonly TaskRow[]) {
  const [people, still] = await Promise.all([
    memberNamesById(db, [
      ...new Set(rows.flatMap(({ asker_member_id, member_id }) => [asker_member_id ?? [], member_id ?? []].flat())),
    ]),
    stillAsked(
      db,
      rows.map(({ role, member_id }): TaskParty => ({ role, memberId: member_id })),
    ),
  ]);
  const party = (role: Role, memberid: string | null) => ({ role, memberid, name: people.get(memberid ?? "") ?? null });
  return {
    asker: (row: TaskRow) =>
      taskKindOf(row.kind).asks.length === 0 || row.asker.startsWith("patient:")
        ? null
        : party(row.asker_role, row.asker_member_id),
    asked: ({ role, member_id: id }: TaskRow) => party(role, id !== null && still.has(`${role}:${id}`) ? id : null),
  };
}

/** Not there for whoever isn't to know of it. */
export async function requireTask(ctx: TaskContext, id: string): Promise<TaskRow> {
  const row = await taskById(ctx.db, id);
  if (!row || !maySee(row, logKindOf(ctx.content.log, row.log_kind), ctx.clinic)) throw new Refusal("not_found");
  return row;
}

export async function loadTask(ctx: TaskContext, id: string): Promise<Task> {
  const [task] = await presentTasks(ctx, [await requireTask(ctx, id)]);
  if (!task) throw new Refusal("not_found");
  return task;
}

/** One page of rows of which there may be one more, in the order of `by`. */
export async function presentPage(ctx: TaskContext, rows: readonly TaskRow[], by: "waits_since" | "opened_at") {
  const { items, nextpage } = paginate(rows, ({ [by]: at, id }) => ({ at, id }));
  return { items: await presentTasks(ctx, items), nextpage };
}

/** The messages that patients say aren't theirs, for whoever reads their conversations. */
async function messagesOf(ctx: TaskContext, rows: readonly TaskRow[]): Promise<ReadonlyMap<string, Message>> {
  const asked = rows.flatMap(({ patient_id: patientId, message_id: id }) =>
    patientId && id ? [{ patientId, id }] : [],
  );
  if (asked.length === 0) return new Map();
  const found = await messagesByIds(ctx, asked, "practice");
  return new Map(
    found.flatMap(({ kind, message }) =>
      readKinds(ctx.clinic.permissions).includes(kind) ? [[message.id, message] as const] : [],
    ),
  );
}

/** The letters that patients say aren't theirs, for whoever reads letters. */
async function lettersOf(ctx: TaskContext, rows: readonly TaskRow[]): Promise<ReadonlyMap<string, RecordLetter>> {
  if (!permits(ctx.clinic.permissions, recordFieldNeeds.letters)) return new Map();
  const letters = await lettersById(
    ctx,
    rows.flatMap(({ letter_id: id }) => id ?? []),
  );
  return new Map(letters.map((letter) => [letter.id, presentLetter(letter)]));
}

/** The decisions that were prepared, for whoever reads what is prescribed, each with what has changed since. */
async function preparedOf(ctx: TaskContext, rows: readonly TaskRow[]): Promise<ReadonlyMap<string, Prepared>> {
  if (!permits(ctx.clinic.permissions, ["read:prescribing"])) return new Map();
  const found = await Promise.all(
    rows.map(async (row): Promise<readonly (readonly [string, Prepared])[]> => {
      const { id, prepared: decision, prepared_ref: refid, prepared_revision: revision, patient_id: patientId } = row;
      if (decision === null || refid === null || revision === null || patientId === null) return [];
      const changed = row.ended_at === null ? await changedSince(ctx.db, patientId, revision) : [];
      return [[id, { decision, refid, fields: [...fieldsOfTask(ctx, row)], changed }]];
    }),
  );
  return new Map(found.flat());
}

/**
 * What was refunded of the order of a question since it was asked, for whoever reads about money: a refund that follows from a cancellation, a decision or
 * the end of care doesn't wait for the answer, and nobody is to refund it twice.
 */
async function refundsSince(ctx: TaskContext, rows: readonly TaskRow[]) {
  const asked = permits(ctx.clinic.permissions, ["read:money"]) ? rows.filter(isRefundQuestion) : [];
  const found = await refundsOfOrders(
    ctx.db,
    asked.flatMap(({ order_id }) => order_id ?? []),
  );
  return ({ id, order_id: orderId, opened_at: since }: TaskRow) =>
    found
      .filter(
        (refund) => refund.orderId === orderId && refund.requestedAt >= since && asked.some((row) => row.id === id),
      )
      .map(({ id: refundId, cents, status, requestedAt }) => ({
        ...{ id: refundId, amount: toDollars(cents), status, requestedat: requestedAt.toISOString() },
      }));
}

async function presentTasks(ctx: TaskContext, rows: readonly TaskRow[]): Promise<Task[]> {
  const { db, clinic, content } = ctx;
  const patientIds = [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))];
  for (const id of patientIds) ctx.auditPatient(id);
  const orderIds = [...new Set(rows.flatMap(({ order_id }) => order_id ?? []))];
  const [summaries, orders, actors, parties, messages, letters, prepared, unconfirmed, reviews, refunds] =
    await Promise.all([
      loadPatientSummaries(ctx, patientIds),
      orderIds.length > 0 ? ordersById(db, orderIds) : [],
      memberNames(db, [
        ...new Set(rows.flatMap(({ answered_by, ended_by }) => [answered_by ?? [], ended_by ?? []].flat())),
      ]),
      partiesOf(db, rows),
      messagesOf(ctx, rows),
      lettersOf(ctx, rows),
      preparedOf(ctx, rows),
      unconfirmedContactEmails(
        db,
        rows.flatMap(({ id, on_chart, ended_at }) => (on_chart && ended_at === null ? id : [])),
      ),
      reviewTasksOf(
        db,
        rows.flatMap(({ reviewed_decision_id: id }) => id ?? []),
      ),
      refundsSince(ctx, rows),
    ]);
  const patients = new Map(summaries.map((each) => [each.id, each]));
  const today = clinicToday(ctx);
  return rows.map((row) => {
    const logKind = logKindOf(content.log, row.log_kind);
    const order = orders.find(({ id }) => id === row.order_id);
    const answer = answerOfTask(ctx, row);
    return {
      ...{ id: row.id, kind: row.kind, patient: patients.get(row.patient_id ?? "") ?? null },
      order: order
        ? {
            ...{ id: order.id, number: order.number },
            held: row.holds && row.answered_at === null && row.ended_at === null,
            refunds: refunds(row),
          }
        : null,
      conversationid: row.conversation_id,
      subscriptionid: row.subscription_id,
      message: messages.get(row.message_id ?? "") ?? null,
      letter: letters.get(row.letter_id ?? "") ?? null,
      ...{ asker: parties.asker(row), for: parties.asked(row) },
      words: wordsOfTask(ctx, row),
      log:
        row.log_kind === null
          ? null
          : presentEntry(row.log_kind, logKind, fieldsOfTask(ctx, row), {
              ...row,
              unconfirmed: unconfirmed.has(row.id),
            }),
      prepared: prepared.get(row.id) ?? null,
      reviewid: reviews.get(row.reviewed_decision_id ?? "") ?? null,
      ...{ openedat: row.opened_at.toISOString(), since: row.waits_since.toISOString(), dueon: row.due_on },
      seenon: workingDayFrom(content.promises.closed, dayIn(content.brand.timezone, row.waits_since)),
      answer:
        answer === null || row.answered_by === null || row.answered_at === null
          ? null
          : {
              ...{ text: answer, actor: row.answered_by, name: actors.get(row.answered_by) ?? null },
              at: row.answered_at.toISOString(),
            },
      ended:
        row.ended_at === null || row.ended_by === null || row.outcome === null
          ? null
          : {
              ...{ outcome: row.outcome, actor: row.ended_by, name: actors.get(row.ended_by) ?? null },
              ...{ at: row.ended_at.toISOString(), note: noteOfTask(ctx, row) },
            },
      actions: actionsOf(row, logKind, clinic, today),
    };
  });
}
