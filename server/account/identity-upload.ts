import { addLaterPhoto, requirePhotoWanted } from "#server/onboarding/public.ts";
import { withUpload } from "#server/platform/files/with-upload.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";

type Parts = Pick<Services, "db" | "files" | "clock" | "jobs" | "limiter">;

const pictureOnly = "Please upload a photo of you: JPEG, PNG, TIFF or HEIC.";

/** Keeps a photo for the person who looks at her identity, after the visit; `wrong_state` when nobody needs one. */
export async function uploadIdentityPhoto(
  parts: Parts,
  patientId: string,
  kind: "photo_id" | "selfie",
  part: UploadedPart,
) {
  await requirePhotoWanted(parts, patientId);
  const upload = { patientId, kind, part, ...(kind === "selfie" && { pictureOnly }) };
  return withUpload(parts, upload, async (id) => {
    const identitystatus = await addLaterPhoto(parts, { patientId, kind, fileId: id });
    return { id, kind, identitystatus };
  });
}
