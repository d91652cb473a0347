import type { Tx } from "#server/platform/database/open.ts";
import { discardUpload } from "#server/platform/files/uploads.ts";
import type { TxServices } from "#server/platform/services.ts";
import { insertIdentityPhoto } from "../flow/visit-queries.ts";
import type { PhotoKind } from "../flow/visit.ts";

/** Links a file as a photo of the identity check. An earlier photo of this kind in the same review is deleted, bytes and all. */
export async function replaceReviewPhoto(
  { db, jobs }: Pick<TxServices, "db" | "jobs">,
  photo: { readonly patientId: string; readonly kind: PhotoKind; readonly fileId: string; readonly now: Date },
): Promise<void> {
  for (const id of await deleteReviewPhotos(db, photo))
    await discardUpload({ db, jobs }, { patientId: photo.patientId, id });
  await insertIdentityPhoto(db, photo);
}

/** Resolves with the file ids. */
async function deleteReviewPhotos(
  db: Tx,
  { patientId, kind }: { patientId: string; kind: PhotoKind },
): Promise<string[]> {
  const rows = await db
    .deleteFrom("identity_photo")
    .where("patient_id", "=", patientId)
    .where("kind", "=", kind)
    .where("created_at", ">=", (query) =>
      query.selectFrom("onboarding").select("identity_review_started_at").where("patient_id", "=", patientId),
    )
    .returning("file_id")
    .execute();
  return rows.map(({ file_id }) => file_id);
}
