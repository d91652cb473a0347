import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { JobServices } from "#server/platform/services.ts";
import {
  loadAnswers,
  openScope,
  closeFollowup,
  loadCodes,
  flagsOf,
  type FollowupRow,
  findUnreadFollowups,
  sendFollowup,
} from "#server/followup/public.ts";
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

export const followupDeskQueue = "followup-desk";

const dayMs = 24 * 3_600_000;
/** A follow-up is read after this many times the desk's pace. */
const readDelayPaces = 2;
const readBatchSize = 200;

/**
 * The demo clinic's side of follow-ups: it sends and reads them automatically, through the same functions as the clinic's calls. Never in
 * production.
 */
export function defineFollowupDesk(jobs: Jobs, services: JobServices): void {
  jobs.define(followupDeskQueue, () => runFollowupDesk(services), { cron: "* * * * *" });
}

async function runFollowupDesk(services: JobServices): Promise<void> {
  const { db, log, clock, config, content } = services;
  const now = clock.now().getTime();
  const { afterdays, percent } = content.deskanswers.followup;
  const code = (await loadCodes(db)).find((each) => each.percent === percent)?.code ?? null;
  const patientsDue = await patientsToFollowUp(db, new Date(now - afterdays * dayMs));
  await processEach(log, "patient to ask after", patientsDue, (id) => sendFollowup(services, id, code));
  const until = now - config.careDeskPaceSeconds * 1000 * readDelayPaces;
  const dueToRead = (await findUnreadFollowups(db, null, readBatchSize)).filter(
    ({ awaiting_doctor_since }) => (awaiting_doctor_since?.getTime() ?? now) <= until,
  );
  const byId = new Map(dueToRead.map((row) => [row.id, row]));
  await processEach(log, "review to read", [...byId.keys()], (id) =>
    readFollowup(services, byId.get(id) as FollowupRow),
  );
}

/** Reads a follow-up and thanks the patient. One with an emergency is left to a person. */
async function readFollowup(services: JobServices, row: FollowupRow): Promise<void> {
  const { content } = services;
  const { questionPath } = openScope(services.secrets, row);
  const all = (await loadAnswers(services, [row])).get(row.id) ?? [];
  const levels = flagsOf(content, { all, way: questionPath }).map(({ level }) => level);
  if (levels.includes("emergency")) return;
  const { read: thanks, flagged } = content.deskanswers.followup;
  await closeFollowup(services, row, { note: levels.includes("clinician") ? flagged : thanks });
}
