import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

/** Patients the care desk sends follow-ups to in one round. */
const batchSize = 50;

/**
 * Patients whose plan was approved by `until` and who had no follow-up since, longest approved first; not while a payment of theirs has
 * failed, their last message is unanswered or their doctor conversation is closed. Reads tables of other features: the desk works across the
 * whole clinic.
 */
export async function patientsToFollowUp(db: Database, until: Date): Promise<string[]> {
  const { rows } = await sql<{ patient_id: string }>`
    select care_case.patient_id from care_case join patient on patient.id = care_case.patient_id
    where care_case.status = 'approved' and care_case.decided_at <= ${until} and patient.failed_transaction_reason is null
      and not exists (
        select from followup where followup.patient_id = care_case.patient_id and followup.sent_at >= care_case.decided_at
      )
      and not exists (
        select from conversation
        left join message on message.conversation_id = conversation.id and message.seq = conversation.last_seq
        where conversation.patient_id = care_case.patient_id and conversation.kind = 'doctor'
          and (conversation.closed_at is not null or message.role = 'patient')
      )
    order by care_case.decided_at
    limit ${batchSize}`.execute(db);
  return [...new Set(rows.map(({ patient_id }) => patient_id))];
}
