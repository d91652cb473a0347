import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { giveUpload } from "#server/platform/files/uploads.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { closeItemAbout } from "#server/work-items/public.ts";
import { insertDocument, lockDocument, sealSource, sealTitle } from "./insurance-document-queries.ts";
import { openDocumentItem } from "./insurance-documents.ts";

interface Withdrawal {
  readonly patientId: string;
  readonly documentId: string;
  /** Whom it's about; undefined: it's filed nowhere else. */
  readonly rightId: string | undefined;
  /** As the audit names them. */
  readonly actor: string;
}

/**
 * Takes a document out of a patient's, whom it isn't about, and files it among the right one's, where a clinician looks at it. When it was done; `already`
 * where somebody did before, `not_found` for another patient's.
 */
export async function withdrawDocument(
  tx: TxServices,
  { patientId, documentId, rightId, actor }: Withdrawal,
): Promise<Date | "already"> {
  const { db, clock, secrets } = tx;
  // What was held because of it may be sent again, in the order's turn.
  await lockPatientOrders(db, patientId);
  const document = await lockDocument(tx, patientId, documentId);
  if (!document) {
    if (await wasWithdrawn(tx, patientId, documentId)) return "already";
    throw new Refusal("not_found");
  }
  const now = clock.now();
  const movedToId = rightId === undefined ? null : newId();
  await db
    .updateTable("insurance_document")
    .set({
      ...{ withdrawn_at: now, withdrawn_by: actor, updated_at: now, moved_to_id: movedToId },
      ...(movedToId !== null && { file_id: null }),
    })
    .where("id", "=", documentId)
    .execute();
  for (const kind of ["document", "not_mine"] as const)
    await closeItemAbout(tx, {
      ...{ patientId, kind, refId: documentId, outcome: "no_change", actor },
      note: "It’s about another patient, and was taken out of this one’s documents.",
    });
  if (movedToId === null || rightId === undefined) return now;
  const { fileId, kind, title, filed } = document;
  await giveUpload(db, { patientId, rightId, fileId });
  await insertDocument(db, {
    ...{ id: movedToId, patient_id: rightId, kind, title_sealed: sealTitle(secrets, movedToId, title) },
    ...{ filed_by: filed && actor, dated_on: filed?.datedon ?? null },
    source_sealed: sealSource(secrets, movedToId, filed?.from ?? null),
    ...{ file_id: fileId, idempotency_key: `from:${documentId}`, created_at: now, updated_at: now },
  });
  await openDocumentItem(tx, rightId, movedToId);
  return now;
}

const wasWithdrawn = async ({ db }: TxServices, patientId: string, documentId: string): Promise<boolean> =>
  (await db
    .selectFrom("insurance_document")
    .select("id")
    .where("id", "=", documentId)
    .where("patient_id", "=", patientId)
    .where("withdrawn_at", "is not", null)
    .executeTakeFirst()) !== undefined;
