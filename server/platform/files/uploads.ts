import type { Selectable } from "kysely";
import type { Clock } from "../clock/clock.ts";
import type { Database, Tx } from "../database/open.ts";
import type { Tables } from "../database/tables.ts";
import { newId } from "../ids.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { FileStore } from "./file-store.ts";
import type { AcceptedFile } from "./inspect-upload.ts";

export type UploadedFile = Selectable<Tables["uploaded_file"]>;

interface NeededServices {
  readonly db: Database;
  readonly files: FileStore;
  readonly clock: Clock;
}

/**
 * Stores a patient's file: first the bytes, then the row, so that a row always has its bytes. Call it outside a transaction and
 * link the id in one. `kind` is the feature's name for the kind of file, e.g. `photo_id`.
 */
export async function storeUpload(
  { db, files, clock }: NeededServices,
  { patientId, kind, file }: { patientId: string; kind: string; file: AcceptedFile },
): Promise<UploadedFile> {
  const id = newId();
  const storageKey = `${kind}/${id}`;
  await files.put(storageKey, file.bytes, file.type);
  return db
    .insertInto("uploaded_file")
    .values({
      id,
      patient_id: patientId,
      kind,
      storage_key: storageKey,
      type: file.type,
      size: file.bytes.length,
      sha256: file.sha256,
      width: file.width ?? null,
      height: file.height ?? null,
      created_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The patient's own file with its bytes; undefined for a file that does not exist or is not theirs. */
export async function findUpload(
  { db, files }: Pick<NeededServices, "db" | "files">,
  { patientId, id }: { patientId: string; id: string },
): Promise<{ readonly row: UploadedFile; readonly bytes: Uint8Array } | undefined> {
  const row = await db
    .selectFrom("uploaded_file")
    .selectAll()
    .where("id", "=", id)
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  const bytes = row && (await files.get(row.storage_key));
  return row && bytes ? { row, bytes } : undefined;
}

/** A patient's file becomes another patient's, whom it's about. What links to it for the first one is taken off before. */
export async function giveUpload(
  tx: Tx,
  { patientId, rightId, fileId }: { patientId: string; rightId: string; fileId: string },
): Promise<void> {
  await tx
    .updateTable("uploaded_file")
    .set({ patient_id: rightId })
    .where("id", "=", fileId)
    .where("patient_id", "=", patientId)
    .execute();
}

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
