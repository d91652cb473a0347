import { transact } from "#server/platform/database/open.ts";
import { takeUpload } from "#server/platform/files/intake.ts";
import { keepUpload } from "#server/platform/files/uploads.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { lockVisit, requireStep, visitInProgress, type Parts } from "./in-progress.ts";
import { presentRecord } from "./present-record.ts";
import { settle } from "./settle.ts";
import type { PhotoKind } from "./visit.ts";
import { insertPhoto } from "./visit-queries.ts";

const stepOf: Readonly<Record<PhotoKind, number>> = { photo_id: 5.1, selfie: 5.2 };

/** Keeps a photo ID or a selfie for the person who looks at her identity; a later one replaces it. */
export async function uploadPhoto(parts: Parts, patientId: string, kind: PhotoKind, upload: UploadedPart) {
  const step = stepOf[kind];
  requireStep(parts.content, await visitInProgress(parts, patientId), step);
  const file = await takeUpload(upload.bytes, upload.type, upload.filename);
  if ("refused" in file) throw new Refusal(file.refused);
  if (kind === "selfie" && file.type === "application/pdf")
    throw new Refusal("unsupported_type", { message: "Please upload a photo of you: JPEG, PNG, TIFF or HEIC." });
  const { id: fileId } = await keepUpload(parts, { patientId, kind, file });
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const before = await lockVisit(inTx, patientId);
    await insertPhoto(tx, { patientId, kind, fileId, now: parts.clock.now() });
    const { visit } = await settle(
      inTx,
      before,
      { ...before.visit, photos: new Set([...before.visit.photos, kind]) },
      step,
    );
    return { id: fileId, kind, onboarding: await presentRecord(inTx, visit.record) };
  });
}
