import type { Tx } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";

/** Removes the bytes of a discarded file from the store. */
export const discardQueue = "files-discard";

/** Forgets an uploaded file nothing links to any more: its row in this transaction, its bytes once that has committed. */
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
