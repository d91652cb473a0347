import { sql } from "kysely";
import type { care } from "#contract/care/calls.ts";
import type { PeerOutcome, PeerReview, ReviewedDecision } from "#contract/care/peer-review.ts";
import { dayIn, formatCalendarDay } from "#contract/fields/formats.ts";
import { patientsById } from "#server/auth/public.ts";
import { prescribersById } from "#server/doctors/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { dueDayOf, endTask, lockTask, logKindOf, newTaskDays, openTask, readerOf } from "#server/tasks/public.ts";
import { overridesOf } from "../decisions/warning-overrides.ts";
import { visitNotesById } from "../visit-notes/visit-notes.ts";
import { isQuestioned, isToRead, prescriberRole, prescribersHere } from "./reviewers.ts";

const wordsOf = sealed("peer_review_decision.words_sealed");

/** The kind of `content/log.yaml` by which administrators learn of a concern. */
const concernKind = "peer_concern";

type Context = Services &
  Refuses<"wrong_state"> & {
    readonly clinic: ClinicCaller;
    readonly auditPatient: (patientId: string) => void;
  };

/** A month's sample of a prescriber's decisions, and what another one answers to each. */
export const peerReviewHandlers = {
  peerReview: ({ params }, ctx) => reviewOf(ctx, params.id),

  judgeDecision: async ({ params: { id }, body: { outcome, words, doctorid: judgeId } }, ctx) => {
    const known = await ctx.db
      .selectFrom("peer_review_decision")
      .innerJoin("peer_review", "peer_review.id", "peer_review_decision.review_id")
      .select(["peer_review.task_id", "peer_review_decision.patient_id"])
      .where("peer_review_decision.id", "=", id)
      .executeTakeFirst();
    if (!known) throw new Refusal("not_found");
    if (judgeId === undefined || !(await prescribersById(ctx.db, [judgeId])).has(judgeId))
      throw new Refusal("bad_request", {
        fields: [{ path: "doctorid", message: "Please name the prescriber who answers." }],
      });
    ctx.auditPatient(known.patient_id);
    await inTransaction(ctx, async (tx) => {
      // One after the other: the last one ends the task.
      const task = await lockTask(tx.db, known.task_id);
      const row = await tx.db.selectFrom("peer_review_decision").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || !task) throw new Refusal("not_found");
      if (judgeId === row.doctor_id)
        throw ctx.refuse("own_account", {
          message: "You can’t answer to your own decision. Another prescriber reads it.",
        });
      if (row.outcome !== null) {
        const kept = openText(tx.secrets, row.words_sealed, wordsOf(id));
        if (row.outcome === outcome && row.judge_id === judgeId && kept === (words ?? null)) return;
        const name = (await prescribersById(tx.db, [row.judge_id ?? ""])).get(row.judge_id ?? "")?.name;
        throw ctx.refuse("conflict", {
          message:
            row.judge_id === judgeId
              ? "You’ve answered to this already. Please look at your answer."
              : `${name ?? "Somebody else"} has answered to this already. Please read their answer.`,
        });
      }
      await requireToRead({ ...ctx, db: tx.db }, row.review_id);
      await tx.db
        .updateTable("peer_review_decision")
        .set({
          ...{ outcome, words_sealed: sealText(tx.secrets, words, wordsOf(id)), judge_id: judgeId },
          ...{ judged_at: tx.clock.now(), judged_by: ctx.clinic.actor },
        })
        .where("id", "=", id)
        .execute();
      if (outcome === "concern")
        await raiseConcern(tx, ctx.clinic, { id, noteId: row.note_id, doctorId: row.doctor_id, judgeId }, words ?? "");
      const open = await tx.db
        .selectFrom("peer_review_decision")
        .select("id")
        .where("review_id", "=", row.review_id)
        .where("outcome", "is", null)
        .executeTakeFirst();
      if (!open && task.ended_at === null)
        await endTask(tx, task, {
          ...{ outcome: "settled", logOutcome: "read", note: undefined, actor: ctx.clinic.actor },
        });
    });
    return reviewOf(ctx, known.task_id);
  },
} satisfies Partial<Handlers<typeof care>>;

/** Whoever answers has it in their inbox: a colleague who may read no more of it has to be given it first. */
async function requireToRead(ctx: Context, reviewId: string): Promise<void> {
  const found = await ctx.db
    .selectFrom("peer_review")
    .select("id")
    .where("id", "=", reviewId)
    .where(isToRead(readerOf(ctx.clinic), { ...ctx, now: ctx.clock.now() }))
    .executeTakeFirst();
  if (!found) throw refuseOthers(ctx);
}

const refuseOthers = (ctx: Context) =>
  ctx.refuse("wrong_state", {
    message: "This waits for another prescriber, or has ended. Give it to yourself first to read it.",
  });

/**
 * Asks whoever decided, or everybody who prescribes where they don't work here any more, and lets the administrators know without anything of a patient. The
 * question names no patient, so that it's no part of a record.
 */
async function raiseConcern(
  tx: TxServices,
  { actor, member }: ClinicCaller,
  { id, noteId, doctorId, judgeId }: Readonly<Record<"id" | "noteId" | "doctorId" | "judgeId", string>>,
  words: string,
): Promise<void> {
  const { db, content, clock } = tx;
  const [note] = await visitNotesById(tx, [noteId]);
  const doctors = await prescribersById(db, [doctorId, judgeId]);
  const decider = (await prescribersHere(db)).find((each) => each.doctorId === doctorId);
  const days = { today: clinicToday(tx), closed: content.promises.closed, timezone: content.brand.timezone };
  const at = { ...days, now: clock.now() };
  const decidedOn = dayIn(content.brand.timezone, new Date(note?.signedat ?? clock.now()));
  const names = { doctor: doctors.get(doctorId)?.name ?? "", reviewer: doctors.get(judgeId)?.name ?? "" };
  await openTask(tx, {
    ...{ kind: "question", patientId: null, orderId: null, conversationId: null, holds: false, actor },
    ...{ words, reviewedDecisionId: id, asker: { role: prescriberRole, memberId: member?.memberId ?? null } },
    ...{ asked: { role: prescriberRole, memberId: decider?.id ?? null }, days: newTaskDays("question", null, at) },
  });
  const kind = logKindOf(content.log, concernKind);
  if (!kind) return;
  const role = kind.work?.for ?? "administrator";
  const asked = decider
    ? `${names.doctor} was asked.`
    : `${names.doctor} doesn’t work here any more, so everybody who prescribes was asked.`;
  await openTask(tx, {
    ...{ kind: "log", patientId: null, orderId: null, conversationId: null, holds: false },
    words: `${names.reviewer} has a concern about a decision of ${formatCalendarDay(decidedOn)} by ${names.doctor}. ${asked}`,
    ...{ actor: "system:peer-review", asker: { role, memberId: null }, asked: { role, memberId: null } },
    days: newTaskDays("log", dueDayOf(kind, [], at), at),
    log: {
      ...{ kind: concernKind, onChart: false },
      fields: [
        { id: "doctor", value: names.doctor },
        { id: "reviewer", value: names.reviewer },
        { id: "decided", value: decidedOn },
      ],
    },
  });
}

/** A sample by its task, as far as the caller may read it. Whose records it shows is in the audit. */
async function reviewOf(ctx: Context, taskId: string): Promise<PeerReview> {
  const { db, clinic, content, clock } = ctx;
  const at = { content, now: clock.now() };
  const reader = readerOf(clinic);
  const review = await db
    .selectFrom("peer_review")
    .select(["id", "month_on", "doctor_id", "decided"])
    .select(isToRead(reader, at).as("isToRead"))
    .where("task_id", "=", taskId)
    .executeTakeFirst();
  if (!review) throw new Refusal("not_found");
  const rows = await db
    .selectFrom("peer_review_decision")
    .selectAll()
    .select(isQuestioned(reader, at).as("isQuestioned"))
    .select(
      sql<string | null>`(select task.id from task where task.reviewed_decision_id = peer_review_decision.id)`.as(
        "questionId",
      ),
    )
    .where("review_id", "=", review.id)
    .execute();
  const own = clinic.member !== null && clinic.member.doctorId === review.doctor_id;
  const hasJudged = rows.some(({ judged_by: by }) => by === clinic.actor);
  const readsAll = own || hasJudged || review.isToRead;
  const readable = readsAll ? rows : rows.filter((row) => row.isQuestioned);
  if (readable.length === 0) throw refuseOthers(ctx);
  const items = await presentDecisions(ctx, readable);
  const doctor = (await prescribersById(db, [review.doctor_id])).get(review.doctor_id);
  const decider = (await prescribersHere(db)).find(({ doctorId }) => doctorId === review.doctor_id);
  return {
    ...{ month: review.month_on, doctorid: review.doctor_id, doctorname: doctor?.name ?? "" },
    ...{ memberid: decider?.id ?? null, decided: review.decided, own, items },
  };
}

interface DecisionRow {
  readonly id: string;
  readonly patient_id: string;
  readonly note_id: string;
  readonly outcome: string | null;
  readonly words_sealed: Uint8Array | null;
  readonly judged_at: Date | null;
  readonly judged_by: string | null;
  readonly judge_id: string | null;
  readonly questionId: string | null;
}

async function presentDecisions(ctx: Context, rows: readonly DecisionRow[]): Promise<ReviewedDecision[]> {
  const patientIds = [...new Set(rows.map(({ patient_id: id }) => id))];
  for (const id of patientIds) ctx.auditPatient(id);
  const [notes, patients, overrides, judges] = await Promise.all([
    visitNotesById(
      ctx,
      rows.map(({ note_id: id }) => id),
    ),
    patientsById(ctx, patientIds),
    overridesOfNotes(ctx, patientIds),
    prescribersById(ctx.db, [...new Set(rows.flatMap(({ judge_id: id }) => id ?? []))]),
  ]);
  return notes.flatMap((note) => {
    const row = rows.find((each) => each.note_id === note.id);
    if (!row) return [];
    const { firstname = null, lastname = null } = patients.get(row.patient_id) ?? {};
    return [
      {
        ...{ id: row.id, patientid: row.patient_id, note, overrides: [...(overrides.get(note.id) ?? [])] },
        patientname: [firstname, lastname].filter(Boolean).join(" ") || null,
        judged:
          row.outcome === null || row.judged_at === null || row.judged_by === null
            ? null
            : {
                ...{
                  outcome: row.outcome as PeerOutcome,
                  words: openText(ctx.secrets, row.words_sealed, wordsOf(row.id)),
                },
                ...{ at: row.judged_at.toISOString(), actor: row.judged_by },
                ...{ name: judges.get(row.judge_id ?? "")?.name ?? "", questionid: row.questionId },
              },
      },
    ];
  });
}

/** What was weighed for each note: kept in the same transaction, before it, about the same thing, and after that thing's note before. */
async function overridesOfNotes(
  { db, secrets }: Context,
  patientIds: readonly string[],
): Promise<ReadonlyMap<string, ReviewedDecision["overrides"]>> {
  const [kept, notes] = await Promise.all([
    overridesOf({ db, secrets }, patientIds),
    db
      .selectFrom("visit_note")
      .select(["id", "ref_id", "signed_at"])
      .where("patient_id", "in", [...patientIds])
      .where("note_id", "is", null)
      .orderBy("signed_at")
      .orderBy("id")
      .execute(),
  ]);
  const found = new Map<string, ReviewedDecision["overrides"]>();
  for (const { refid, at, rules, unanswered, reason } of kept) {
    const note = notes.find((each) => each.ref_id === refid && each.signed_at >= new Date(at));
    if (note) found.set(note.id, [...(found.get(note.id) ?? []), { rules, unanswered, reason }]);
  }
  return found;
}
