import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { findUpload, discardUpload } from "#server/platform/files/uploads.ts";
import { receiveUpload } from "#server/platform/files/receive-upload.ts";
import type { Binary } from "#contract/http/endpoint.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { limits } from "#contract/constants.ts";
import { type AcceptedFile, sha256Hex, withFileReadPermit } from "#server/platform/files/inspect-upload.ts";

/** Side of a profile picture, in pixels: large enough for the biggest place it is shown at, on a dense screen. */
export const avatarSide = 512;

/** An accepted picture cut to a square around its middle. What was recorded beside the picture is gone already. */
async function cropToSquare(picture: AcceptedFile): Promise<AcceptedFile> {
  const { default: sharp } = await import("sharp");
  const { data, info } = await withFileReadPermit(() =>
    sharp(picture.bytes)
      .resize(avatarSide, avatarSide, { fit: "cover", position: "centre" })
      .jpeg({ quality: Math.round(limits.imageQuality * 100) })
      .toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, type: "image/jpeg", width: info.width, height: info.height, sha256: sha256Hex(data) };
}

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

/** Points her at another picture, or at none. Resolves with the id of the file she had, null without one. */
async function updateAvatarFile(tx: Tx, patientId: string, fileId: string | null): Promise<string | null> {
  const { profile_file_id: earlier } = await tx
    .selectFrom("patient")
    .select("profile_file_id")
    .where("id", "=", patientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable("patient").set({ profile_file_id: fileId }).where("id", "=", patientId).execute();
  return earlier;
}
