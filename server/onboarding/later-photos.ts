import type * as z from "zod/mini";
import type { IdentityStanding } from "#contract/account.ts";
import { transact, type Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { exchangePhoto } from "./exchange-photo.ts";
import { type IdentityPhoto, identityPhotos } from "./identity-review.ts";
import { type IdentityStatus, photosWanted, takesPhotos } from "./identity-rules.ts";
import { changeRecord } from "./record-queries.ts";
import type { PhotoKind } from "./visit.ts";

type Parts = Pick<Services, "db" | "clock" | "jobs">;

/** How the proof of her identity stands, for her to see. */
export async function identityStanding(
  { db }: Pick<Parts, "db">,
  patientId: string,
): Promise<z.output<typeof IdentityStanding>> {
  const [record, photos] = await Promise.all([recordOf(db, patientId), identityPhotos({ db }, [patientId])]);
  return identityStandingIn(record, photos);
}

/** The same of a record and the photos sent, newest first. */
export function identityStandingIn(
  record: Standing,
  photos: readonly IdentityPhoto[],
): z.output<typeof IdentityStanding> {
  const latest = (["photo_id", "selfie"] as const).flatMap((kind) => photos.find((photo) => photo.kind === kind) ?? []);
  const since = record.since;
  const sent = latest.filter(({ uploadedAt }) => since !== null && uploadedAt >= since).map(({ kind }) => kind);
  return {
    identitystatus: record.status,
    wanted: photosWanted({ visit: record.visit, status: record.status, sent }),
    sent: latest.map(({ kind, uploadedAt }) => ({ kind, uploadedat: uploadedAt.toISOString() })),
  };
}

/** Refuses `wrong_state` while nobody needs a photo of hers. */
export async function requirePhotoWanted({ db }: Pick<Parts, "db">, patientId: string): Promise<void> {
  refuseUnwanted(await recordOf(db, patientId));
}

/** Links a file as a photo of her identity check. After a “no match” a person looks again from now on; in the same review it replaces the earlier one. */
export function addLaterPhoto(
  { db, clock, jobs }: Parts,
  photo: { readonly patientId: string; readonly kind: PhotoKind; readonly fileId: string },
): Promise<IdentityStatus> {
  return transact<IdentityStatus>(db, async (tx) => {
    const now = clock.now();
    await tx
      .selectFrom("onboarding")
      .select("patient_id")
      .where("patient_id", "=", photo.patientId)
      .forUpdate()
      .execute();
    const record = await recordOf(tx, photo.patientId);
    refuseUnwanted(record);
    if (record.status === "no_match")
      await changeRecord(tx, photo.patientId, { identity_status: "review", identity_review_since: now }, now);
    await exchangePhoto({ db: tx, jobs }, { ...photo, now });
    return "review";
  });
}

interface Standing {
  readonly visit: "PENDING" | "DONE";
  readonly status: IdentityStatus;
  readonly since: Date | null;
}

function refuseUnwanted(record: Standing): void {
  if (takesPhotos(record)) return;
  const message =
    record.visit === "PENDING"
      ? "Please go on with your visit. It asks for photos if they are needed."
      : record.status === "matched"
        ? "Your identity is confirmed, so no photo is needed."
        : "No photo is needed at the moment.";
  throw new Refusal("wrong_state", { message });
}

async function recordOf(db: Database, patientId: string): Promise<Standing> {
  const row = await db
    .selectFrom("onboarding")
    .select(["status", "identity_status", "identity_review_since"])
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return {
    visit: (row?.status ?? "PENDING") as Standing["visit"],
    status: (row?.identity_status ?? "none") as IdentityStatus,
    since: row?.identity_review_since ?? null,
  };
}
