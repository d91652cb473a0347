import type { Tx } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";

/** The queue that removes the bytes of discarded files from the store. */
export const discardQueue = "files-discard";

/** Deletes an uploaded file nothing links to: its row in this transaction, its bytes once that has committed. */
export async function discardUpload(
  { db, jobs }: { readonly db: Tx; readonly jobs: Jobs },
  { patientId, id }: { patientId: string; id: string },
): Promise<void> {
  const deleted = await db
    .deleteFrom("uploaded_file")
    .where("id", "=", id)
    .where("patient_id", "=", patientId)
    .returning("storage_key")
    .executeTakeFirst();
  if (deleted) await jobs.enqueue(db, discardQueue, { key: deleted.storage_key });
}
