import { sql } from "kysely";
import type { Content } from "#content/load.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { RoutedDoctor } from "./router.ts";

/** Brings the doctors of the content into the database; licences follow the content, cases stay. */
export async function syncDoctors(db: Database, doctors: Content["doctors"]): Promise<void> {
  for (const { id, firstname, lastname, credentials, bio, profileUrl, npi, fixed, states } of doctors) {
    const row = { firstname, lastname, credentials, bio, profile_url: profileUrl, npi, fixed };
    await db
      .insertInto("doctor")
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    await db
      .deleteFrom("doctor_license")
      .where("doctor_id", "=", id)
      .where("state", "not in", [...states])
      .execute();
    await db
      .insertInto("doctor_license")
      .values(states.map((state) => ({ doctor_id: id, state })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Every doctor with a licence in `state`, and how many open cases each has. */
export async function doctorsFor(db: Database, state: string): Promise<readonly RoutedDoctor[]> {
  const rows = await db
    .selectFrom("doctor")
    .innerJoin("doctor_license", "doctor_license.doctor_id", "doctor.id")
    .select(["doctor.id", "doctor.active", "doctor_license.valid_until"])
    .select(
      sql<number>`(select count(*) from care_case where care_case.doctor_id = doctor.id and care_case.status in ('submitted', 'accepted'))`.as(
        "open_cases",
      ),
    )
    .where("doctor_license.state", "=", state)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    active: row.active,
    openCases: row.open_cases,
    licenses: [{ state, validUntil: row.valid_until }],
  }));
}

export const doctorRow = (db: Database, id: string) =>
  db.selectFrom("doctor").selectAll().where("id", "=", id).executeTakeFirst();

/** The latest submitted visit of a patient. */
export const latestCase = (db: Database, patientId: string) =>
  db
    .selectFrom("care_case")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("submitted_at", "desc")
    .limit(1)
    .executeTakeFirst();
