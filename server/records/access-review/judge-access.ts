import type { AccessFinding, AccessOutcome } from "#contract/care/access-review.ts";
import type { care } from "#contract/care/calls.ts";
import { patientsById } from "#server/auth/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { ClinicCaller, Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { memberNames, memberNamesById } from "#server/staff/public.ts";
import { dueDayOf, endTask, lockTask, logKindOf, newTaskDays, openTask } from "#server/tasks/public.ts";

const noteOf = sealed("access_finding.note_sealed");
/** The kind of `content/log.yaml` of a privacy incident. */
const incidentKind = "breach";

type Context = Services & {
  readonly clinic: ClinicCaller;
  readonly auditPatient: (patientId: string) => void;
};

/** What was unusual in a week, and what administrators say of each. */
export const accessReviewHandlers = {
  accessReview: ({ params }, ctx) => reviewOf(ctx, params.id),

  judgeAccess: async ({ params: { id }, body: { outcome, note } }, ctx) => {
    const { actor } = ctx.clinic;
    const known = await ctx.db.selectFrom("access_finding").select("task_id").where("id", "=", id).executeTakeFirst();
    if (!known) throw new Refusal("not_found");
    await inTransaction(ctx, async (tx) => {
      // One after the other: the last one ends the task.
      const task = await lockTask(tx.db, known.task_id);
      const row = await tx.db.selectFrom("access_finding").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || !task) throw new Refusal("not_found");
      ctx.auditPatient(row.patient_id);
      if (actor === `staff:${row.member_id}`)
        throw ctx.refuse("own_account", {
          message: "You can’t judge what you opened yourself. Please ask another administrator.",
        });
      if (row.outcome !== null) {
        const isSame =
          row.outcome === outcome && tx.secrets.open<string>(row.note_sealed ?? Buffer.of(), noteOf(id)) === note;
        if (isSame && row.judged_by === actor) return;
        throw ctx.refuse("conflict", { message: "Somebody has looked at this already. Please read what they found." });
      }
      const incidentId = outcome === "incident" ? await logIncident(tx, ctx.clinic, note) : null;
      await tx.db
        .updateTable("access_finding")
        .set({
          ...{ outcome, note_sealed: tx.secrets.seal(note, noteOf(id)), judged_at: tx.clock.now(), judged_by: actor },
          incident_id: incidentId,
        })
        .where("id", "=", id)
        .execute();
      const open = await tx.db
        .selectFrom("access_finding")
        .select("id")
        .where("task_id", "=", task.id)
        .where("outcome", "is", null)
        .executeTakeFirst();
      if (!open && task.ended_at === null)
        await endTask(tx, task, { outcome: "settled", logOutcome: "looked", note: undefined, actor });
    });
    return reviewOf(ctx, known.task_id);
  },
} satisfies Partial<Handlers<typeof care>>;

/** Logged for the administrators with its legal day, counted from today; its people are added by whoever looks into it. */
async function logIncident(tx: TxServices, { actor, member }: ClinicCaller, words: string): Promise<string | null> {
  const kind = logKindOf(tx.content.log, incidentKind);
  if (!kind) return null;
  const today = clinicToday(tx);
  const days = { today, closed: tx.content.promises.closed, timezone: tx.content.brand.timezone, now: tx.clock.now() };
  const fields = [
    { id: "found", value: today },
    { id: "what", value: "access" },
    { id: "people", value: "1" },
  ];
  const role = kind.work?.for ?? "administrator";
  return openTask(tx, {
    ...{ kind: "log", patientId: null, orderId: null, conversationId: null, holds: false, words, actor },
    ...{ asker: { role, memberId: member?.memberId ?? null }, asked: { role, memberId: null } },
    days: newTaskDays("log", dueDayOf(kind, fields, days), days),
    log: { kind: incidentKind, fields, onChart: false },
  });
}

/** A week by its task, what is open first. Whose records were opened is in the audit of whoever reads it. */
async function reviewOf(ctx: Context, taskId: string): Promise<{ week: string; items: AccessFinding[] }> {
  const { db, secrets, clinic } = ctx;
  const review = await db
    .selectFrom("access_review")
    .select("week_on")
    .where("task_id", "=", taskId)
    .executeTakeFirst();
  if (!review) throw new Refusal("not_found");
  const rows = await db
    .selectFrom("access_finding")
    .selectAll()
    .where("task_id", "=", taskId)
    .orderBy((order) => order("outcome", "is not", null))
    .orderBy("first_at")
    .orderBy("id")
    .execute();
  const [members, patients, judges] = await Promise.all([
    memberNamesById(db, [...new Set(rows.map(({ member_id: id }) => id))]),
    patientsById(ctx, [...new Set(rows.map(({ patient_id: id }) => id))]),
    memberNames(db, [...new Set(rows.flatMap(({ judged_by: by }) => by ?? []))]),
  ]);
  for (const id of patients.keys()) ctx.auditPatient(id);
  return {
    week: review.week_on,
    items: rows.map((row) => {
      const { firstname = null, lastname = null } = patients.get(row.patient_id) ?? {};
      return {
        ...{ id: row.id, memberid: row.member_id, membername: members.get(row.member_id) ?? "" },
        ...{ patientid: row.patient_id, patientname: [firstname, lastname].filter(Boolean).join(" ") || null },
        reasons: row.reasons as AccessFinding["reasons"],
        ...{ accesses: row.accesses, firstat: row.first_at.toISOString(), lastat: row.last_at.toISOString() },
        own: clinic.actor === `staff:${row.member_id}`,
        judged:
          row.outcome === null || row.note_sealed === null || row.judged_at === null || row.judged_by === null
            ? null
            : {
                outcome: row.outcome as AccessOutcome,
                note: secrets.open<string>(row.note_sealed, noteOf(row.id)),
                ...{ at: row.judged_at.toISOString(), actor: row.judged_by, name: judges.get(row.judged_by) ?? null },
                incidentid: row.incident_id,
              },
      };
    }),
  };
}
