import { transact } from "#server/platform/database/open.ts";
import { withUpload } from "#server/platform/files/with-upload.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import type { TxServices } from "#server/platform/services.ts";
import { exchangePhoto } from "./exchange-photo.ts";
import { lockVisit, requireStep, visitInProgress, type Parts } from "./in-progress.ts";
import { presentRecord } from "./present-record.ts";
import { settle } from "./settle.ts";
import type { PhotoKind } from "./visit.ts";

const stepOf: Readonly<Record<PhotoKind, number>> = { photo_id: 5.1, selfie: 5.2 };

const pictureOnly = "Please upload a photo of you: JPEG, PNG, TIFF or HEIC.";

/** Keeps a photo ID or a selfie for the person who looks at her identity; a later one replaces it. Not said which, it is the one her step asks for. */
export async function uploadPhoto(parts: Parts, patientId: string, said: PhotoKind | undefined, part: UploadedPart) {
  const progress = await visitInProgress(parts, patientId);
  const kind = said ?? (progress.at.current === stepOf.selfie ? "selfie" : "photo_id");
  requireStep(parts.content, progress, stepOf[kind]);
  const upload = { patientId, kind, part, ...(kind === "selfie" && { pictureOnly }) };
  return withUpload(parts, upload, (fileId) => linkPhoto(parts, { patientId, kind, fileId }));
}

function linkPhoto(parts: Parts, photo: { patientId: string; kind: PhotoKind; fileId: string }) {
  const { patientId, kind, fileId } = photo;
  return transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const before = await lockVisit(inTx, patientId);
    await exchangePhoto(inTx, { ...photo, now: parts.clock.now() });
    const photos = new Set([...before.visit.photos, kind]);
    const { visit } = await settle(inTx, before, { ...before.visit, photos }, stepOf[kind]);
    return { id: fileId, kind, onboarding: await presentRecord(inTx, visit.record) };
  });
}
