import { type RawBuilder, sql } from "kysely";
import { followupDayHolds } from "#server/care/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";

const dayMs = 24 * 3_600_000;

type Deps = Pick<Services, "content"> & { readonly now: Date };

/** How long after a plan was approved its follow-up is due, ms. */
export const followupIntervalMs = ({ content }: Pick<Services, "content">): number =>
  content.followup.afterdays * dayMs;

/** SQL of since when a row of `fromDueFollowups` has been due: the prescriber's day, or the practice's interval after the approval. */
export const followupDueAt = ({ content }: Pick<Services, "content">): RawBuilder<Date> => sql<Date>`coalesce(
  care_case.followup_on::timestamp at time zone ${content.brand.timezone},
  care_case.decided_at + ${`${followupIntervalMs({ content })} milliseconds`}::interval)`;

/**
 * `from … where …` of patients with a follow-up to send or to ask about, by their `care_case`. Where a prescriber set a day, that it has passed and none could be
 * sent, or that the patient was asked and hasn't answered for as long as the practice waits. Otherwise, that the practice's interval has passed since their
 * plan was approved, and they have had none since. Then not while a payment of theirs has failed, their last message to the doctor has no answer, or that
 * conversation is closed.
 */
export const fromDueFollowups = ({ content, now }: Deps): RawBuilder<unknown> => {
  const today = clinicToday({ content, clock: { now: () => now } });
  const askedBefore = new Date(now.getTime() - content.promises.unanswereddays * dayMs);
  return sql`
  from care_case join patient on patient.id = care_case.patient_id
  where care_case.status = 'approved' and (
    (${followupDayHolds} and care_case.followup_on < ${today}::date
      and (care_case.followup_asked_at is null or care_case.followup_asked_at <= ${askedBefore}::timestamptz))
    or (care_case.followup_on is null and care_case.followup_sent_at is null
      and care_case.decided_at <= ${new Date(now.getTime() - followupIntervalMs({ content }))}::timestamptz
      and patient.failed_transaction_reason is null
      and not exists (
        select from care_case newer where newer.patient_id = care_case.patient_id and newer.submitted_at > care_case.submitted_at)
      and not exists (
        select from conversation
        left join message on message.conversation_id = conversation.id and message.seq = conversation.last_seq
        where conversation.patient_id = care_case.patient_id and conversation.kind = 'doctor'
          and (conversation.closed_at is not null or message.role = 'patient'))))`;
};

/** Up to `limit` patients with a follow-up to send or to ask about, longest due first; `id` is their case's. */
export async function dueFollowups(
  { db, content, clock }: Pick<Services, "db" | "content" | "clock">,
  after: KeysetCursor | null,
  limit: number,
): Promise<readonly (KeysetCursor & { readonly patientId: string })[]> {
  const { rows } = await sql<KeysetCursor & { readonly patientId: string }>`
    select due.id, due.patient_id as "patientId", due.at
    from (select care_case.id, care_case.patient_id, ${followupDueAt({ content })} as at
      ${fromDueFollowups({ content, now: clock.now() })}) due
    where ${beyondCursor("due.at", ">", "due.id", after)}
    order by due.at, due.id limit ${limit}`.execute(db);
  return rows;
}
