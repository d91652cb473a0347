import { sql } from "kysely";
import { type Database, inTransaction } from "../database/open.ts";
import { deleteAged } from "../jobs/delete-aged.ts";
import { type Jobs, retriesOverHours } from "../jobs/jobs.ts";
import type { Services } from "../services.ts";
import { discardUpload, discardQueue } from "./uploads.ts";

/** Every column that may hold the id of an uploaded file: a file in none of them is swept. */
export const referringColumns = [
  { table: "identity_photo", column: "file_id" },
  { table: "insurance_document", column: "file_id" },
  { table: "message", column: "file_id" },
  { table: "patient", column: "profile_file_id" },
] as const;

const dayMs = 24 * 3_600_000;
const batchSize = 500;

/** Discards files stored over a day ago that nothing refers to: left by a crash between storing and linking. */
export async function deleteOrphanedUploads(
  { db, jobs, clock }: Pick<Services, "db" | "jobs" | "clock">,
  until = clock.now(),
): Promise<void> {
  const before = new Date(until.getTime() - dayMs);
  for (const { id, patient_id: patientId } of await orphanedUploads(db, before))
    await inTransaction({ db, jobs }, (tx) => discardUpload(tx, { patientId, id }));
}

/** Up to 500; the rest follows the next night. */
function orphanedUploads(db: Database, before: Date) {
  return referringColumns
    .reduce(
      (query, { table, column }) =>
        query.where(
          sql<boolean>`not exists (select from ${sql.table(table)} as referring where ${sql.ref(`referring.${column}`)} = file.id)`,
        ),
      db
        .selectFrom("uploaded_file as file")
        .select(["file.id", "file.patient_id"])
        .where("file.created_at", "<", before),
    )
    .orderBy("file.created_at")
    .limit(batchSize)
    .execute();
}

/** Defines the queues of files: removes discarded files' bytes, and every night uploads nothing refers to. */
export function defineFileJobs(jobs: Jobs, services: Services): void {
  jobs.define(discardQueue, async ({ key }) => services.files.remove(String(key)), { retries: retriesOverHours });
  const sweep = "files-sweep";
  const deleteOrphaned = deleteAged(services, sweep, (until) => deleteOrphanedUploads(services, until));
  jobs.define(sweep, deleteOrphaned, { cron: "23 4 * * *" });
}
