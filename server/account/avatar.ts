import { inTransaction } from "#server/platform/database/open.ts";
import { discardUpload } from "#server/platform/files/discard.ts";
import { findUpload } from "#server/platform/files/uploads.ts";
import { receiveUpload } from "#server/platform/files/receive-upload.ts";
import type { Binary } from "#contract/http/endpoint.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { cropToSquare } from "./avatar-picture.ts";
import { updateAvatarFile } from "./avatar-queries.ts";

type Deps = Pick<Services, "db" | "files" | "clock" | "jobs" | "limiter" | "secrets">;

/** Her picture becomes this one; the earlier one is deleted. Refuses a PDF, which the intake would take. */
export function setAvatar(services: Deps, patientId: string, part: UploadedPart): Promise<void> {
  const pictureOnly = "Please choose a picture: JPEG, PNG, TIFF or HEIC.";
  const upload = { patientId, kind: "avatar", part, pictureOnly, reshape: cropToSquare };
  return receiveUpload(services, upload, (fileId) => replaceAvatarFile(services, patientId, fileId));
}

/** She has no picture any more; without one nothing changes. */
export const removeAvatar = (services: Deps, patientId: string): Promise<void> =>
  replaceAvatarFile(services, patientId, null);

/** Her picture; `not_found` when she has none. */
export async function readAvatar(services: Deps, patientId: string): Promise<Binary> {
  const { profileFileId } = await patientById(services, patientId);
  const found = profileFileId && (await findUpload(services, { patientId, id: profileFileId }));
  if (!found) throw new Refusal("not_found");
  return { bytes: found.bytes, filename: "picture.jpg", type: found.row.type };
}

/** The earlier picture is forgotten with the change that replaces it. */
function replaceAvatarFile({ db, jobs }: Deps, patientId: string, fileId: string | null): Promise<void> {
  return inTransaction(db, async (tx) => {
    const earlier = await updateAvatarFile(tx, patientId, fileId);
    if (earlier !== null) await discardUpload({ db: tx, jobs }, { patientId, id: earlier });
  });
}
