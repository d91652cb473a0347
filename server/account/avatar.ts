import type { Binary } from "#contract/http/endpoint.ts";
import { patientById } from "#server/auth/public.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { cropToSquare } from "#server/platform/files/image/crop-to-square.ts";
import { receiveUpload } from "#server/platform/files/receive-upload.ts";
import { findUpload, discardUpload } from "#server/platform/files/uploads.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "files" | "clock" | "jobs" | "limiter" | "secrets">;

/** Sets the patient's picture and deletes the earlier one. Refuses a PDF, which the intake would accept. */
export function setAvatar(services: Deps, patientId: string, part: UploadedPart): Promise<void> {
  const pictureOnly = sentence("requests.choose_picture");
  const upload = { patientId, kind: "avatar", part, pictureOnly, transform: cropToSquare };
  return receiveUpload(services, upload, (fileId) => replaceAvatarFile(services, patientId, fileId));
}

/** Removes the patient's picture; without one nothing changes. */
export const removeAvatar = (services: Deps, patientId: string): Promise<void> =>
  replaceAvatarFile(services, patientId, null);

/** The patient's picture; `not_found` without one. */
export async function readAvatar(services: Deps, patientId: string): Promise<Binary> {
  const { profileFileId } = await patientById(services, patientId);
  const found = profileFileId && (await findUpload(services, { patientId, id: profileFileId }));
  if (!found) throw new Refusal("not_found");
  return { bytes: found.bytes, filename: "picture.jpg", type: found.row.type };
}

/** The earlier picture is deleted in the transaction that replaces it. */
function replaceAvatarFile(services: Deps, patientId: string, fileId: string | null): Promise<void> {
  return inTransaction(services, async (tx) => {
    const earlier = await updateAvatarFile(tx.db, patientId, fileId);
    if (earlier !== null) await discardUpload(tx, { patientId, id: earlier });
  });
}

/** Points the patient at another picture, or at none. Resolves with the earlier file's id, null without one. */
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
