import { type RawBuilder, sql } from "kysely";
import { scopesThatPermit } from "#contract/policy/policy.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { caseStates } from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";
import { collaboratorCredentials, lacksCollaborator } from "./collaboration.ts";

/*
 * A license alone decides nothing: somebody has to decide in the doctor's name. That is one of the team, or a system of the practice that may,
 * which says whom it acts for.
 */

const systemDecides = (
  now: Date,
) => sql`exists (select from api_key where api_key.scopes && ${scopesThatPermit(["write:prescribing"])}::text[]
  and api_key.revoked_at is null and (api_key.expires_at is null or api_key.expires_at > ${now}))`;

/** SQL of whether somebody decides in the name of the row of `doctor`. Somebody who was invited and never came in doesn't. */
export const isDecidedFor = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from staff_member where staff_member.doctor_id = doctor.id
    and 'physician' = any(staff_member.roles) and staff_member.disabled_at is null
    and (staff_member.password_hash is not null or staff_member.oidc_subject is not null)) or ${systemDecides(now)})`;

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/** The states in which somebody who is here may decide today: anybody, or in the name of this doctor. */
export async function statesDecidedIn(services: Deps, doctorId: string | null = null): Promise<ReadonlySet<string>> {
  const today = clinicToday(services);
  const rows = await services.db
    .selectFrom("doctor")
    .innerJoin("doctor_license as license", "license.doctor_id", "doctor.id")
    .select(["license.state", "doctor.credentials"])
    .select(collaboratorCredentials("license", today).as("collaborator_credentials"))
    .where("doctor.active", "=", true)
    .where((where) => where.or([where("license.valid_until", "is", null), where("license.valid_until", ">=", today)]))
    .$if(doctorId !== null, (query) => query.where("doctor.id", "=", doctorId))
    .$if(doctorId === null, (query) =>
      query
        .where(isDecidedFor(services.clock.now()))
        .where(sql<boolean>`not coalesce(${today} between doctor.away_from and doctor.away_until, false)`),
    )
    .execute();
  return new Set(rows.filter((row) => !lacksCollaborator(services.content, row)).map(({ state }) => state));
}

/** How many patients wait for a decision on a plan or a renewal in states where nobody who is here may decide today, by state. */
export async function undecidableStates(
  services: Deps,
): Promise<readonly { readonly state: string; readonly patients: number }[]> {
  const decided = await statesDecidedIn(services);
  const { rows } = await sql<{ state: string; patients: number }>`
    select state, count(*)::int as patients from patient
    where state is not null and not state = any(${[...decided]}::text[]) and id in (
      select patient_id from care_case where status in ${caseStates.undecided.sql}
      union select patient_id from renewal_request where status = 'open')
    group by state order by state`.execute(services.db);
  return rows;
}
