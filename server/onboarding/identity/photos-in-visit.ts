import type { StepErrorCode } from "#contract/onboarding/record.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { receiveUpload } from "#server/platform/files/receive-upload.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { lockVisitInProgress, requireStep, loadVisitInProgress, type Deps } from "../flow/in-progress.ts";
import type { PhotoKind } from "../flow/visit.ts";
import { advanceVisit } from "../progress/advance-visit.ts";
import { presentVisitRecord } from "../progress/present-visit-record.ts";
import { replaceReviewPhoto } from "./replace-review-photo.ts";

const stepOfPhoto: Readonly<Record<PhotoKind, number>> = { photo_id: 5.1, selfie: 5.2 };

const pictureOnly = sentence("onboarding.selfie_picture_only");

/**
 * Stores a photo ID or a selfie for the identity review; a later one replaces it. Without `requestedKind`, it is the kind the current step
 * asks for.
 */
export async function uploadPhoto(
  services: Deps & Refuses<StepErrorCode>,
  patientId: string,
  requestedKind: PhotoKind | undefined,
  part: UploadedPart,
) {
  const progress = await loadVisitInProgress(services, patientId);
  const kind = requestedKind ?? (progress.assessment.current === stepOfPhoto.selfie ? "selfie" : "photo_id");
  requireStep(services, progress, stepOfPhoto[kind]);
  const upload = { patientId, kind, part, ...(kind === "selfie" && { pictureOnly }) };
  return receiveUpload(services, upload, (fileId) => linkPhoto(services, { patientId, kind, fileId }));
}

function linkPhoto(
  services: Deps & Refuses<"step_completed" | "visit_stopped">,
  photo: { patientId: string; kind: PhotoKind; fileId: string },
) {
  const { patientId, kind, fileId } = photo;
  return inTransaction(services, async (tx) => {
    const before = await lockVisitInProgress(tx, patientId);
    await replaceReviewPhoto(tx, { ...photo, now: services.clock.now() });
    const photos = new Set([...before.visit.photos, kind]);
    const { visit } = await advanceVisit(tx, before, { ...before.visit, photos }, stepOfPhoto[kind]);
    return { id: fileId, kind, onboarding: await presentVisitRecord(tx, visit.record) };
  });
}
