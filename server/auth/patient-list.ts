import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import { toPatient, type Patient, type PatientDeps } from "./accounts/patients.ts";

/** Patients by id, for lists; unknown ids are left out. */
export async function patientsById(
  { db, secrets }: PatientDeps,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Patient>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("patient")
    .selectAll()
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, toPatient(row, secrets)]));
}

/** Cursors of up to `limit` patients, newest first, after the given one. */
export async function newestPatients(
  { db }: Pick<PatientDeps, "db">,
  after: KeysetCursor | null,
  limit: number,
): Promise<KeysetCursor[]> {
  const rows = await db
    .selectFrom("patient")
    .select(["id", "created_at"])
    .where(beyondCursor("created_at", "<", "id", after))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ at: row.created_at, id: row.id }));
}
