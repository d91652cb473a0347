import type { PatientDocument } from "#contract/documents.ts";
import { transact } from "#server/platform/database/open.ts";
import { discardUpload } from "#server/platform/files/discard.ts";
import { findUpload } from "#server/platform/files/uploads.ts";
import { withUpload } from "#server/platform/files/with-upload.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { pageOf, pageSize, placeOf } from "#server/platform/keyset.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  changeDocument,
  documentById,
  documentOfKey,
  type DocumentRow,
  documentsOf,
  insertDocument,
  lockDocument,
  sealedTitle,
} from "./insurance-queries.ts";
import { fileNameOf, type FileType, type Kind, titleOf } from "./insurance-rules.ts";

const fileKind = "insurance_document";

/** One page of her documents, newest first. */
export async function listDocuments(parts: Services, patientId: string, cursor: string | undefined) {
  const rows = await documentsOf(parts, patientId, placeOf(cursor), pageSize + 1);
  const { items, nextpage } = pageOf(rows, ({ createdAt: at, id }) => ({ at, id }));
  return { items: items.map(presentDocument), nextpage };
}

/** Adds a document once per key. Refuses a file as `takeUpload` does. */
export async function addDocument(
  parts: Services,
  patientId: string,
  { kind, title }: { kind: Kind; title?: string | undefined },
  part: UploadedPart,
  key: string,
): Promise<PatientDocument> {
  const before = await documentOfKey(parts, patientId, key);
  if (before) return presentDocument(before);
  const now = parts.clock.now();
  const id = newId();
  await withUpload(parts, { patientId, kind: fileKind, part }, (fileId) =>
    transact(parts.db, async (tx) => {
      const added = await insertDocument(tx, {
        id,
        patient_id: patientId,
        kind,
        title_sealed: sealedTitle(parts.secrets, id, title ?? null),
        file_id: fileId,
        idempotency_key: key,
        created_at: now,
        updated_at: now,
      });
      if (!added) await discardUpload({ db: tx, jobs: parts.jobs }, { patientId, id: fileId });
    }),
  );
  const row = await documentOfKey(parts, patientId, key);
  if (!row) throw new Refusal("not_found");
  return presentDocument(row);
}

/** Exchanges the file of a document, and its kind or name where given; the earlier file is removed for good. */
export async function replaceDocument(
  parts: Services,
  patientId: string,
  id: string,
  { kind, title }: { kind?: Kind | undefined; title?: string | undefined },
  part: UploadedPart,
): Promise<PatientDocument> {
  if (!(await documentById(parts, patientId, id))) throw new Refusal("not_found");
  return withUpload(parts, { patientId, kind: fileKind, part }, (fileId) =>
    transact(parts.db, async (tx) => {
      const inTx: TxServices = { ...parts, db: tx };
      const before = await lockDocument(inTx, patientId, id);
      if (!before) throw new Refusal("not_found");
      await changeDocument(tx, id, {
        kind: kind ?? before.kind,
        title_sealed: sealedTitle(parts.secrets, id, title ?? before.title),
        file_id: fileId,
        updated_at: parts.clock.now(),
      });
      await discardUpload(inTx, { patientId, id: before.fileId });
      return presentDocument((await documentById(inTx, patientId, id)) ?? before);
    }),
  );
}

/** The bytes of one of her documents. */
export async function documentFile(parts: Services, patientId: string, id: string) {
  const row = await documentById(parts, patientId, id);
  const file = row && (await findUpload(parts, { patientId, id: row.fileId }));
  if (!row || !file) throw new Refusal("not_found");
  return { bytes: file.bytes, filename: fileNameOf(titleOf(row.kind, row.title), row.type), type: row.type };
}

function presentDocument(row: DocumentRow): PatientDocument {
  const title = titleOf(row.kind, row.title);
  return {
    id: row.id,
    kind: row.kind,
    title,
    file: {
      id: row.fileId,
      name: fileNameOf(title, row.type),
      type: row.type as FileType,
      bytes: row.size,
      createdat: row.fileAt.toISOString(),
    },
    updatedat: row.updatedAt.toISOString(),
  };
}
