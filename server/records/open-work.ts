import { type RawBuilder, sql } from "kysely";
import type { Scope } from "#contract/http/scopes.ts";
import { dueFollowups } from "#server/followup/public.ts";
import type { Services } from "#server/platform/services.ts";

/** A queue a patient can wait in: which scopes open its list, and whether this patient is in it. */
interface Queue {
  readonly scopes: readonly Scope[];
  readonly holds: (patientId: string) => RawBuilder<boolean>;
}

/** The clinic's lists of what there is to do, asked for one patient. A test opens a record by each of them. */
const queues: readonly Queue[] = [
  {
    scopes: ["clinical", "rx"],
    holds: (id) =>
      sql`exists (select from care_case where patient_id = ${id} and status in ('submitted', 'accepted'))
        or exists (select from renewal_request where patient_id = ${id} and status = 'open')
        or exists (select from upsell_request where patient_id = ${id} and status = 'open')
        or exists (select from treatment_change where patient_id = ${id} and status = 'waiting')
        or exists (select from followup where patient_id = ${id} and awaiting_doctor_since is not null and closed_at is null)`,
  },
  {
    scopes: ["clinical"],
    holds: (id) => sql`exists (select from emergency_report where patient_id = ${id} and closed_at is null)`,
  },
  {
    scopes: ["clinical"],
    holds: (id) => sql`exists (select from work_item where patient_id = ${id} and closed_at is null)`,
  },
  {
    scopes: ["clinical"],
    holds: (id) =>
      sql`exists (select from conversation where patient_id = ${id} and waiting_since is not null and kind = 'doctor')`,
  },
  {
    scopes: ["clinical", "messages"],
    holds: (id) =>
      sql`exists (select from conversation where patient_id = ${id} and waiting_since is not null and kind = 'patient_services')`,
  },
  {
    scopes: ["identity"],
    holds: (id) => sql`exists (select from onboarding where patient_id = ${id} and identity_status = 'review')`,
  },
  {
    scopes: ["orders", "dispense"],
    holds: (id) =>
      sql`exists (select from customer_order where patient_id = ${id} and status in ('authorized', 'paid', 'shipped', 'mismatch'))`,
  },
];

/** Whether something of this patient waits in a list that one of these scopes opens. */
export async function hasOpenWork(
  services: Pick<Services, "db" | "content" | "clock">,
  patientId: string,
  scopes: readonly Scope[],
): Promise<boolean> {
  const own = queues.filter((queue) => queue.scopes.some((scope) => scopes.includes(scope)));
  if (own.length > 0) {
    const anyOf = sql.join(
      own.map(({ holds }) => sql`(${holds(patientId)})`),
      sql` or `,
    );
    const { rows } = await sql<{ waits: boolean }>`select ${anyOf} as waits`.execute(services.db);
    if (rows[0]?.waits) return true;
  }
  if (!scopes.includes("clinical") && !scopes.includes("rx")) return false;
  return (await dueFollowups(services, null, 1, patientId)).length > 0;
}
