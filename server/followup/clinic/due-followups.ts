import { sql } from "kysely";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import type { Services } from "#server/platform/services.ts";

const dayMs = 24 * 3_600_000;

/**
 * Patients to send a follow-up to: the practice's interval has passed since their plan was approved, and they have had none since. Longest due first.
 * Not while a payment of theirs has failed, their last message to the doctor has no answer, or that conversation is closed. `id` is their case's.
 */
export async function dueFollowups(
  { db, content, clock }: Pick<Services, "db" | "content" | "clock">,
  after: KeysetCursor | null,
  limit: number,
  /** Only this patient. */
  patientId?: string,
): Promise<readonly (KeysetCursor & { readonly patientId: string })[]> {
  const intervalMs = content.followup.afterdays * dayMs;
  const decidedBefore = (at: Date) => new Date(at.getTime() - intervalMs);
  const rows = await db
    .selectFrom("care_case")
    .innerJoin("patient", "patient.id", "care_case.patient_id")
    .select(["care_case.id", "care_case.patient_id as patientId"])
    .select(sql<Date>`decided_at`.as("decidedAt"))
    .where("care_case.status", "=", "approved")
    .$if(patientId !== undefined, (query) => query.where("care_case.patient_id", "=", patientId ?? ""))
    .where("followup_sent_at", "is", null)
    .where("decided_at", "<=", decidedBefore(clock.now()))
    .where("patient.failed_transaction_reason", "is", null)
    .where(
      sql<boolean>`not exists (
        select from care_case newer where newer.patient_id = care_case.patient_id and newer.submitted_at > care_case.submitted_at
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from conversation
        left join message on message.conversation_id = conversation.id and message.seq = conversation.last_seq
        where conversation.patient_id = care_case.patient_id and conversation.kind = 'doctor'
          and (conversation.closed_at is not null or message.role = 'patient')
      )`,
    )
    .where(beyondCursor("decided_at", ">", "care_case.id", after && { id: after.id, at: decidedBefore(after.at) }))
    .orderBy("decided_at")
    .orderBy("care_case.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, patientId, decidedAt }) => ({
    id,
    patientId,
    at: new Date(decidedAt.getTime() + intervalMs),
  }));
}
