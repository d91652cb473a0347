import type { Client } from "pg";
import { copyIdOf } from "./copy-patients.ts";

/** Puts these copies into the practice's queues, as the latest arrivals: each waits in every queue. */
export async function fillQueues(client: Client, templateId: string, numbers: readonly number[]): Promise<void> {
  const ids = numbers.map((n) => copyIdOf(n, templateId));
  for (const statement of [
    "update patient set created_at = now() where id = any($1)",
    `update care_case set status = 'submitted', submitted_at = now(), doctor_id = null, accepted_at = null, decided_at = null,
      settled_at = null where patient_id = any($1)`,
    "update onboarding set identity_status = 'review', identity_review_since = now() where patient_id = any($1)",
    "update conversation set waiting_since = now() where patient_id = any($1) and kind = 'doctor'",
    `insert into renewal_request (id, patient_id, prescription_id, status, requested_at)
      select gen_random_uuid(), patient_id, id, 'open', now() from prescription where patient_id = any($1)`,
  ])
    await client.query(statement, [ids]);
}
