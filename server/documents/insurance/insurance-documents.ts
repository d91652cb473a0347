import type { PatientDocument } from "#contract/documents/calls.ts";
import { plainName } from "#contract/documents/filename.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { receiveUpload } from "#server/platform/files/receive-upload.ts";
import { findUpload, discardUpload } from "#server/platform/files/uploads.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { heldProducts, openWorkItem, reviewsOf, type WorkEntry } from "#server/work-items/public.ts";
import {
  updateDocument,
  documentById,
  documentByIdempotencyKey,
  type DocumentReader,
  type DocumentRow,
  findDocuments,
  insertDocument,
  lockDocument,
  sealSource,
  sealTitle,
} from "./insurance-document-queries.ts";

export type DocumentKind = PatientDocument["kind"];
type FileType = PatientDocument["file"]["type"];

const kindNames: Readonly<Record<DocumentKind, Sentence>> = {
  insurance_front: sentence("documents.insurance_front"),
  insurance_back: sentence("documents.insurance_back"),
  referral: sentence("documents.referral"),
  lab_result: sentence("documents.lab_result"),
  other: sentence("documents.other"),
};

/** The title of a document: the one the patient gave, else the name of its kind. */
export const titleOf = (content: SentenceContent, kind: DocumentKind, title: string | null): string =>
  title ?? toText(content, kindNames[kind]);

/** Name of the stored file, made from the document's title, like `insurance-card-front.jpg`. */
export function fileNameOf(title: string, type: string): string {
  const slug = plainName(title).slice(0, 60);
  return `${slug || "document"}.${type === "application/pdf" ? "pdf" : "jpg"}`;
}

const fileKind = "insurance_document";

/** One page of the patient's documents, newest first. */
export async function listDocuments(services: Services, patientId: string, cursor: string | undefined) {
  const rows = await findDocuments(services, patientId, {
    ...{ reader: "patient", after: decodeCursor(cursor), limit: pageSize + 1 },
  });
  const { items, nextpage } = paginate(rows, ({ createdAt: at, id }) => ({ at, id }));
  const reviews = await reviewsOf(
    services,
    items.map(({ id }) => id),
  );
  return {
    items: items.map((row) => presentDocument(services.content, row, reviews.get(row.id))),
    nextpage,
  };
}

interface NewDocument {
  readonly kind: DocumentKind;
  readonly title?: string | undefined;
  /** The practice files it: who, from whom it came, and the day it bears. */
  readonly filed?: { readonly by: string; readonly from: string; readonly datedOn: string | undefined };
}

/** Adds a document once per key. Refuses files as `inspectUpload` does. */
export async function addDocument(
  services: Services,
  patientId: string,
  { kind, title, filed }: NewDocument,
  part: UploadedPart,
  key: string,
): Promise<PatientDocument> {
  const before = await documentByIdempotencyKey(services, patientId, key);
  if (before) return presentDocument(services.content, before);
  const now = services.clock.now();
  const id = newId();
  await receiveUpload(services, { patientId, kind: fileKind, part }, (fileId) =>
    inTransaction(services, async (tx) => {
      const added = await insertDocument(tx.db, {
        id,
        patient_id: patientId,
        kind,
        title_sealed: sealTitle(services.secrets, id, title ?? null),
        ...{ filed_by: filed?.by ?? null, dated_on: filed?.datedOn ?? null },
        source_sealed: sealSource(services.secrets, id, filed?.from ?? null),
        file_id: fileId,
        idempotency_key: key,
        created_at: now,
        updated_at: now,
      });
      if (added) await openDocumentItem(tx, patientId, id);
      else await discardUpload(tx, { patientId, id: fileId });
    }),
  );
  const row = await documentByIdempotencyKey(services, patientId, key);
  if (!row) throw new Refusal("not_found");
  return presentDocument(services.content, row);
}

/** A clinician looks at each document, and again where its file is another one. */
export async function openDocumentItem(services: TxServices, patientId: string, documentId: string): Promise<void> {
  const { content } = services;
  const row = await documentById(services, patientId, documentId);
  if (!row) return;
  const { within, parcel } = content.workitems.documents[row.kind];
  await openWorkItem(services, {
    ...{ kind: "document", patientId, refId: row.id, scope: "clinical", within },
    holds: parcel === "hold" ? heldProducts(content, () => true) : [],
    entry: { answers: [], flags: [], document: documentEntry(content, row) },
  });
}

/** A document as an entry of a work item names it. */
export function documentEntry(content: SentenceContent, row: DocumentRow): NonNullable<WorkEntry["document"]> {
  const { id, kind, title, file } = presentDocument(content, row);
  return { id, kind, title, filename: file.name };
}

/** A document of the patient's, locked until the transaction ends; `not_found` for any other. */
export async function requireDocument(tx: TxServices, patientId: string, id: string): Promise<DocumentRow> {
  const document = await lockDocument(tx, patientId, id);
  if (!document) throw new Refusal("not_found");
  return document;
}

/** Replaces the file of a document, and its kind or title where given; the earlier file is deleted for good. */
export async function replaceDocument(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  id: string,
  { kind, title }: { kind?: DocumentKind | undefined; title?: string | undefined },
  part: UploadedPart,
): Promise<PatientDocument> {
  const known = await documentById(services, patientId, id);
  if (!known) throw new Refusal("not_found");
  if (known.filed) throw services.refuse("wrong_state", { message: sentence("documents.filed_by_us") });
  return receiveUpload(services, { patientId, kind: fileKind, part }, (fileId) =>
    inTransaction(services, async (tx) => {
      const before = await lockDocument(tx, patientId, id);
      if (!before) throw new Refusal("not_found");
      await updateDocument(tx.db, id, {
        kind: kind ?? before.kind,
        title_sealed: sealTitle(services.secrets, id, title ?? before.title),
        file_id: fileId,
        updated_at: services.clock.now(),
      });
      await discardUpload(tx, { patientId, id: before.fileId });
      await openDocumentItem(tx, patientId, id);
      return presentDocument(services.content, (await documentById(tx, patientId, id)) ?? before);
    }),
  );
}

/** The bytes of one of the patient's documents, for whoever reads it. */
export async function documentFile(services: Services, patientId: string, id: string, reader: DocumentReader) {
  const row = await documentById(services, patientId, id, reader);
  const file = row && (await findUpload(services, { patientId, id: row.fileId }));
  if (!row || !file) throw new Refusal("not_found");
  return {
    bytes: file.bytes,
    filename: fileNameOf(titleOf(services.content, row.kind, row.title), row.type),
    type: row.type,
  };
}

function presentDocument(
  content: SentenceContent,
  row: DocumentRow,
  review: PatientDocument["review"] = null,
): PatientDocument {
  const title = titleOf(content, row.kind, row.title);
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
    filed: row.filed,
    review,
  };
}
