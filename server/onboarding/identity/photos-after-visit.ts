import type * as z from "zod/mini";
import type { IdentityReason, IdentityVerification } from "#contract/account/identity.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { updateVisitRecord } from "../flow/record-queries.ts";
import type { PhotoKind } from "../flow/visit.ts";
import { type IdentityStatus, requestedPhotos, acceptsPhotos } from "../rules/identity-rules.ts";
import { type IdentityPhoto, identityPhotos } from "./identity-review.ts";
import { replaceReviewPhoto } from "./replace-review-photo.ts";

type Deps = Pick<Services, "db" | "clock" | "jobs">;

const sentenceOf = {
  photo_unclear: "onboarding.identity_photo_unclear",
  id_expired: "onboarding.identity_id_expired",
  name_differs: "onboarding.identity_name_differs",
  birthday_differs: "onboarding.identity_birthday_differs",
  face_differs: "onboarding.identity_face_differs",
} as const satisfies Readonly<Record<IdentityReason, string>>;

type Verification = z.output<typeof IdentityVerification>;

/** The state of the identity check, for the patient to see. */
export async function identityVerification(
  { db, content }: Pick<Services, "db" | "content">,
  patientId: string,
): Promise<Verification> {
  const [record, photos] = await Promise.all([identityRecordOf(db, patientId), identityPhotos({ db }, [patientId])]);
  const verification = presentIdentityVerification(record, photos);
  const { status, reason } = record;
  const isAskedAgain = status === "no_match" && verification.requestedphotos.length > 0;
  return {
    ...verification,
    reason: reason !== null && isAskedAgain ? toText(content, sentence(sentenceOf[reason])) : null,
  };
}

/** The same for a given record and the photos sent, newest first. */
export function presentIdentityVerification(
  record: Omit<IdentityRecord, "reason">,
  photos: readonly IdentityPhoto[],
): Omit<Verification, "reason"> {
  const latest = (["photo_id", "selfie"] as const).flatMap((kind) => photos.find((photo) => photo.kind === kind) ?? []);
  const since = record.since;
  const sent = latest.filter(({ uploadedAt }) => since !== null && uploadedAt >= since).map(({ kind }) => kind);
  return {
    identitystatus: record.status,
    requestedphotos: requestedPhotos({ visit: record.visit, status: record.status, sent }),
    uploadedphotos: latest.map(({ kind, uploadedAt }) => ({ kind, uploadedat: uploadedAt.toISOString() })),
  };
}

/** Refuses `wrong_state` while no photo of the patient is needed. */
export async function requirePhotoRequested(
  services: Pick<Deps, "db"> & Refuses<"wrong_state">,
  patientId: string,
): Promise<void> {
  refuseUnrequestedPhoto(services, await identityRecordOf(services.db, patientId));
}

/**
 * Links a file as a photo of the identity check. After a “no match” it starts a new review; within a review it replaces the earlier photo.
 */
export function addPhotoAfterVisit(
  services: Deps & Refuses<"wrong_state">,
  photo: { readonly patientId: string; readonly kind: PhotoKind; readonly fileId: string },
): Promise<IdentityStatus> {
  return inTransaction(services, async (tx): Promise<IdentityStatus> => {
    const now = tx.clock.now();
    await tx.db
      .selectFrom("onboarding")
      .select("patient_id")
      .where("patient_id", "=", photo.patientId)
      .forUpdate()
      .execute();
    const record = await identityRecordOf(tx.db, photo.patientId);
    refuseUnrequestedPhoto(tx, record);
    if (record.status === "no_match")
      await updateVisitRecord(
        tx.db,
        photo.patientId,
        { identity_status: "review", identity_reason: null, identity_review_started_at: now },
        now,
      );
    await replaceReviewPhoto(tx, { ...photo, now });
    return "review";
  });
}

interface IdentityRecord {
  readonly visit: "PENDING" | "DONE";
  readonly status: IdentityStatus;
  readonly since: Date | null;
  readonly reason: IdentityReason | null;
}

function refuseUnrequestedPhoto({ refuse }: Refuses<"wrong_state">, record: IdentityRecord): void {
  if (acceptsPhotos(record)) return;
  const message =
    record.visit === "PENDING"
      ? sentence("onboarding.photos_in_visit")
      : record.status === "matched"
        ? sentence("onboarding.photos_confirmed")
        : sentence("onboarding.photos_not_needed");
  throw refuse("wrong_state", { message });
}

async function identityRecordOf(db: Database, patientId: string): Promise<IdentityRecord> {
  const row = await db
    .selectFrom("onboarding")
    .select(["status", "identity_status", "identity_review_started_at", "identity_reason"])
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return {
    visit: row?.status ?? "PENDING",
    status: row?.identity_status ?? "none",
    since: row?.identity_review_started_at ?? null,
    reason: row?.identity_reason ?? null,
  };
}
