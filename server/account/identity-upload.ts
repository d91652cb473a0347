import { addPhotoAfterVisit, requirePhotoRequested } from "#server/onboarding/public.ts";
import { receiveUpload } from "#server/platform/files/receive-upload.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "files" | "clock" | "jobs" | "limiter">;

const pictureOnly = sentence("account.selfie_picture_only");

/** Stores a photo for the identity review after the visit; `wrong_state` when none is needed. */
export async function uploadIdentityPhoto(
  services: Deps & Refuses<"wrong_state">,
  patientId: string,
  kind: "photo_id" | "selfie",
  part: UploadedPart,
) {
  await requirePhotoRequested(services, patientId);
  const upload = { patientId, kind, part, ...(kind === "selfie" && { pictureOnly }) };
  return receiveUpload(services, upload, async (id) => {
    const identitystatus = await addPhotoAfterVisit(services, { patientId, kind, fileId: id });
    return { id, kind, identitystatus };
  });
}
