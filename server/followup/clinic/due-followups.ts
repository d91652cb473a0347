import { type RawBuilder, sql } from "kysely";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";

const dayMs = 24 * 3_600_000;

type Deps = Pick<Services, "content"> & { readonly now: Date };

/** How long after a plan was approved its follow-up is due, ms. */
export const followupIntervalMs = ({ content }: Pick<Services, "content">): number =>
  content.followup.afterdays * dayMs;

/**
 * `from … where …` of patients to send a follow-up to, by their `care_case`: the practice's interval has passed since their plan was approved, and they have
 * had none since. Not while a payment of theirs has failed, their last message to the doctor has no answer, or that conversation is closed.
 */
export const fromDueFollowups = ({ content, now }: Deps): RawBuilder<unknown> => sql`
  from care_case join patient on patient.id = care_case.patient_id
  where care_case.status = 'approved' and care_case.followup_sent_at is null
    and care_case.decided_at <= ${new Date(now.getTime() - followupIntervalMs({ content }))}::timestamptz
    and patient.failed_transaction_reason is null
    and not exists (
      select from care_case newer where newer.patient_id = care_case.patient_id and newer.submitted_at > care_case.submitted_at)
    and not exists (
      select from conversation
      left join message on message.conversation_id = conversation.id and message.seq = conversation.last_seq
      where conversation.patient_id = care_case.patient_id and conversation.kind = 'doctor'
        and (conversation.closed_at is not null or message.role = 'patient'))`;

/** Up to `limit` patients to send a follow-up to, longest due first; `id` is their case's. By the day of the decision, which an index has in order. */
export async function dueFollowups(
  { db, content, clock }: Pick<Services, "db" | "content" | "clock">,
  after: KeysetCursor | null,
  limit: number,
): Promise<readonly (KeysetCursor & { readonly patientId: string })[]> {
  const intervalMs = followupIntervalMs({ content });
  const beyond = beyondCursor(
    "care_case.decided_at",
    ">",
    "care_case.id",
    after && { id: after.id, at: new Date(after.at.getTime() - intervalMs) },
  );
  const { rows } = await sql<{ id: string; patientId: string; decidedAt: Date }>`
    select care_case.id, care_case.patient_id as "patientId", care_case.decided_at as "decidedAt"
    ${fromDueFollowups({ content, now: clock.now() })} and ${beyond}
    order by care_case.decided_at, care_case.id limit ${limit}`.execute(db);
  return rows.map(({ id, patientId, decidedAt }) => ({
    id,
    patientId,
    at: new Date(decidedAt.getTime() + intervalMs),
  }));
}
