import { beyond, type Place } from "#server/platform/keyset.ts";
import { patientOf, type Patient, type PatientParts } from "./patients.ts";

/** Patients by id, for lists; unknown ids are left out. */
export async function patientsById(
  { db, secrets }: PatientParts,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Patient>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("patient")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, patientOf(row, secrets)]));
}

/** Places of up to `limit` patients, newest first, after one of them. */
export async function newestPatients(
  { db }: Pick<PatientParts, "db">,
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  const rows = await db
    .selectFrom("patient")
    .select(["id", "created_at"])
    .where(beyond("created_at", "<", "id", after))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ at: row.created_at, id: row.id }));
}
