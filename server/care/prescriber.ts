import type { Database } from "#server/platform/database/open.ts";
import { doctorName } from "#server/doctors/doctors.ts";

/** A doctor as named on documents. */
export interface Prescriber {
  readonly id: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly name: string;
  readonly credentials: string;
  readonly npi: string;
  /** States the doctor is licensed in, by their two-letter codes. */
  readonly states: readonly string[];
}

/** Doctors as named on documents, by id; includes inactive ones. */
export async function prescribersById(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Prescriber>> {
  if (ids.length === 0) return new Map();
  const [doctors, licenses] = await Promise.all([
    db
      .selectFrom("doctor")
      .select(["id", "firstname", "lastname", "credentials", "npi"])
      .where("id", "in", [...ids])
      .execute(),
    db
      .selectFrom("doctor_license")
      .select(["doctor_id", "state"])
      .where("doctor_id", "in", [...ids])
      .orderBy("state")
      .execute(),
  ]);
  return new Map(
    doctors.map((doctor) => [
      doctor.id,
      {
        ...doctor,
        name: doctorName(doctor.firstname, doctor.lastname),
        states: licenses.filter(({ doctor_id }) => doctor_id === doctor.id).map(({ state }) => state),
      },
    ]),
  );
}
