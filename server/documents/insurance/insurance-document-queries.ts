import type { Insertable, Selectable } from "kysely";
import { openText, sealText } from "#server/platform/crypto/seal-text.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import { isReported } from "#server/work-items/public.ts";
import type { DocumentKind } from "./insurance-documents.ts";

/** A document with its current file. */
export interface DocumentRow {
  readonly id: string;
  readonly kind: DocumentKind;
  /** The title the patient gave; null without one. */
  readonly title: string | null;
  /** Filed by the practice: from whom it came, and the day it bears. Null: the patient sent it. */
  readonly filed: { readonly from: string; readonly datedon: string | null } | null;
  /** The patient says that it isn't theirs, and the practice looks into it. */
  readonly isReported: boolean;
  readonly fileId: string;
  readonly type: string;
  readonly size: number;
  readonly fileAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Deps = { readonly db: Database; readonly secrets: Secrets };

const sealContext = sealed("insurance_document.title_sealed");
const sourceOf = sealed("insurance_document.source_sealed");

export const sealTitle = (secrets: Secrets, id: string, title: string | null) =>
  sealText(secrets, title, sealContext(id));

/** From whom a document came. */
export const sealSource = (secrets: Secrets, id: string, from: string | null) => sealText(secrets, from, sourceOf(id));

/** For whom documents are read: what the patient says isn't theirs is left out for them, and in front of the practice, which looks into it. */
export type DocumentReader = "patient" | "practice";

const documentsQuery = (db: Database, patientId: string, reader: DocumentReader = "practice") =>
  db
    .selectFrom("insurance_document as document")
    .innerJoin("uploaded_file as file", "file.id", "document.file_id")
    .select([
      "document.id",
      "document.kind",
      "document.title_sealed",
      "document.source_sealed",
      "document.dated_on",
      "document.file_id",
      "document.created_at",
      "document.updated_at",
      "file.type",
      "file.size",
      "file.created_at as file_at",
      isReported("document").as("reported"),
    ])
    .where("document.patient_id", "=", patientId)
    // What is about another patient is shown to nobody here.
    .where("document.withdrawn_at", "is", null)
    .$if(reader === "patient", (documents) => documents.where((of) => of.not(isReported("document"))));

/** Up to `limit` of the patient's documents beyond a cursor, newest first. */
export async function findDocuments(
  { db, secrets }: Deps,
  patientId: string,
  {
    reader,
    after,
    limit,
  }: { readonly reader: DocumentReader; readonly after: KeysetCursor | null; readonly limit: number },
): Promise<DocumentRow[]> {
  const rows = await documentsQuery(db, patientId, reader)
    .where(beyondCursor("document.created_at", "<", "document.id", after))
    .orderBy("document.created_at", "desc")
    .orderBy("document.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => toDocumentRow(secrets, row));
}

/** One of the patient's documents; undefined for an unknown one or another patient's. */
export async function documentById(
  { db, secrets }: Deps,
  patientId: string,
  id: string,
  reader: DocumentReader = "practice",
): Promise<DocumentRow | undefined> {
  const row = await documentsQuery(db, patientId, reader).where("document.id", "=", id).executeTakeFirst();
  return row && toDocumentRow(secrets, row);
}

/** The document that an earlier request with this key added. */
export async function documentByIdempotencyKey(
  { db, secrets }: Deps,
  patientId: string,
  key: string,
): Promise<DocumentRow | undefined> {
  const row = await documentsQuery(db, patientId).where("document.idempotency_key", "=", key).executeTakeFirst();
  return row && toDocumentRow(secrets, row);
}

/** Whether the practice looks into a document that the patient says isn't theirs. */
export const hasReportedDocument = async (db: Database, patientId: string): Promise<boolean> =>
  (await db
    .selectFrom("insurance_document as document")
    .select("document.id")
    .where("document.patient_id", "=", patientId)
    .where("document.withdrawn_at", "is", null)
    .where(isReported("document"))
    .executeTakeFirst()) !== undefined;

/** Adds a document; false when the request with this key has already added one. */
export async function insertDocument(tx: Tx, values: Insertable<Tables["insurance_document"]>): Promise<boolean> {
  const made = await tx
    .insertInto("insurance_document")
    .values(values)
    .onConflict((conflict) => conflict.columns(["patient_id", "idempotency_key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** Takes the lock of a document, held until the transaction ends, and reads it. */
export async function lockDocument(
  { db, secrets }: { readonly db: Tx; readonly secrets: Secrets },
  patientId: string,
  id: string,
): Promise<DocumentRow | undefined> {
  await db
    .selectFrom("insurance_document")
    .select("id")
    .where("id", "=", id)
    .where("patient_id", "=", patientId)
    .forUpdate()
    .executeTakeFirst();
  return documentById({ db, secrets }, patientId, id);
}

export async function updateDocument(
  tx: Tx,
  id: string,
  changes: Pick<Selectable<Tables["insurance_document"]>, "kind" | "title_sealed" | "file_id" | "updated_at">,
): Promise<void> {
  await tx.updateTable("insurance_document").set(changes).where("id", "=", id).execute();
}

type JoinedRow = Awaited<ReturnType<ReturnType<typeof documentsQuery>["execute"]>>[number];

function filedOf(secrets: Secrets, { id, source_sealed, dated_on: datedon }: JoinedRow): DocumentRow["filed"] {
  const from = openText(secrets, source_sealed, sourceOf(id));
  return from === null ? null : { from, datedon };
}

const toDocumentRow = (secrets: Secrets, row: JoinedRow): DocumentRow => ({
  id: row.id,
  kind: row.kind,
  title: openText(secrets, row.title_sealed, sealContext(row.id)),
  filed: filedOf(secrets, row),
  isReported: row.reported,
  // The join is by it.
  fileId: row.file_id ?? "",
  type: row.type,
  size: row.size,
  fileAt: row.file_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
