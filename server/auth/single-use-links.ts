import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";

/*
 * A single-use link is a secret somebody is given, mostly by mail, and that opens one thing for one subject until it expires, is used or is ended. What it
 * opens is its purpose; only a digest of the secret is stored.
 */

type Purpose = Tables["single_use_link"]["purpose"];
type Deps = Pick<Services, "clock"> & { readonly db: Database };

/** What a link of each purpose is for. */
const subjects = {
  password_recovery: "patient_id",
  email_change: "patient_id",
  email_change_stop: "patient_id",
  record_merge: "patient_id",
  contact_email: "patient_id",
  session_handoff: "session_id",
  staff_invitation: "member_id",
  staff_recovery: "member_id",
  helper_invitation: "helper_id",
  helper_recovery: "helper_id",
} as const satisfies Record<Purpose, "patient_id" | "session_id" | "member_id" | "helper_id">;

/** Issues a link for the subject with this id. The secret is only ever here. */
export async function issueLink(
  { db, clock, secrets }: Deps & Pick<Services, "secrets">,
  purpose: Purpose,
  subjectId: string,
  seconds: number,
): Promise<{ readonly secret: string; readonly digest: Buffer; readonly expiresAt: Date }> {
  const secret = randomSecret();
  const digest = keyedDigest(secrets, secret);
  const expiresAt = new Date(clock.now().getTime() + seconds * 1000);
  await db
    .insertInto("single_use_link")
    .values({ digest, purpose, [subjects[purpose]]: subjectId, expires_at: expiresAt })
    .execute();
  return { secret, digest, expiresAt };
}

/** The digests a link's secret may be stored by: ours, and that of the version before, whose links may still be open. */
export const linkDigests = (secrets: Services["secrets"], secret: string): readonly Uint8Array[] => [
  keyedDigest(secrets, secret),
  hashSecret(secret),
];

const keyedDigest = (secrets: Services["secrets"], secret: string): Buffer => secrets.digest(`link:${secret}`);

/** The query of a link with one of these digests that still opens; looking does not use it. */
export const liveLink = ({ db, clock }: Deps, purposes: readonly Purpose[], digests: readonly Uint8Array[]) =>
  db
    .selectFrom("single_use_link")
    .where("digest", "in", digests)
    .where("purpose", "in", purposes)
    .where("single_use_link.ended_at", "is", null)
    .where("single_use_link.expires_at", ">", clock.now());

/** Uses a link: its digest, or undefined where it opens nothing, as for the second of two at once. */
export async function useLink(
  { db, clock }: Deps,
  purpose: Purpose,
  digests: readonly Uint8Array[],
): Promise<Uint8Array | undefined> {
  const used = await db
    .updateTable("single_use_link")
    .set({ ended_at: clock.now() })
    .where("digest", "in", digests)
    .where("purpose", "=", purpose)
    .where("ended_at", "is", null)
    .where("expires_at", ">", clock.now())
    .returning("digest")
    .executeTakeFirst();
  return used?.digest;
}

/** The links mailed to a patient by which an account is entered, moved or joined with another one. */
export const mailedLinks = [
  "password_recovery",
  "email_change",
  "email_change_stop",
  "record_merge",
] as const satisfies readonly Purpose[];

/** Ends every link of these purposes the subject has. */
export async function endLinks({ db, clock }: Deps, purposes: readonly Purpose[], subjectId: string): Promise<void> {
  for (const subject of new Set(purposes.map((purpose) => subjects[purpose])))
    await db
      .updateTable("single_use_link")
      .set({ ended_at: clock.now() })
      .where(subject, "=", subjectId)
      .where("purpose", "in", purposes)
      .where("ended_at", "is", null)
      .execute();
}
