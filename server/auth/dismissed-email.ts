import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import { greetingName, oncePerHour, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";

/*
 * Where two accounts became one, one of two addresses signs in no more. Its owner learns that they have to use the other one: on screen only with the
 * password it had, by mail at the address itself. To everybody else it is an address without an account, and nobody makes a new one with it.
 */

/** How somebody signed in before two accounts became one. */
export interface SignIn {
  readonly email: string;
  readonly passwordHash: string;
}
export interface SignIns {
  readonly surviving: SignIn;
  readonly retired: SignIn;
}

const signInsOf = sealed("record_merge.sign_ins_sealed");

export const sealSignIns = (secrets: Secrets, mergeId: string, signIns: SignIns): Buffer =>
  secrets.seal(signIns, signInsOf(mergeId));
export const openSignIns = (secrets: Secrets, mergeId: string, from: Uint8Array): SignIns =>
  secrets.open<SignIns>(from, signInsOf(mergeId));

/** What a dismissed e-mail is found by, in any letter case. */
export const dismissedDigest = (secrets: Secrets, email: string): Buffer =>
  secrets.digest(`dismissed:${email.toLowerCase()}`);

/** The sign-in that has ended with this e-mail; null: none has. */
export async function dismissedSignIn(
  { db, secrets }: Pick<Services, "secrets"> & { readonly db: Database },
  email: string,
): Promise<(SignIn & { readonly firstname: string | null; readonly patientId: string }) | null> {
  const row = await db
    .selectFrom("record_merge")
    .innerJoin("patient", "patient.id", "surviving_id")
    .select(["record_merge.id", "surviving_id", "keeps", "sign_ins_sealed", "firstname"])
    .where("dismissed_digest", "=", dismissedDigest(secrets, email))
    .orderBy("merged_at", "desc")
    .executeTakeFirst();
  if (!row?.sign_ins_sealed) return null;
  const signIns = openSignIns(secrets, row.id, row.sign_ins_sealed);
  return {
    ...signIns[row.keeps === "surviving" ? "retired" : "surviving"],
    firstname: row.firstname,
    patientId: row.surviving_id,
  };
}

/** Mails the owner of a dismissed address that they use the other one; false where it is none. At most one an hour. */
export async function mailDismissed(services: Services, email: string): Promise<boolean> {
  const dismissed = await dismissedSignIn(services, email);
  if (!dismissed) return false;
  const { config, content, secrets } = services;
  await queuePatientMail(services, {
    patientId: dismissed.patientId,
    mail: "use_other_email",
    to: dismissed.email,
    values: {
      firstname: greetingName(dismissed.firstname),
      link: `${config.publicUrl}/login`,
      phone: content.brand.supportphone,
    },
    dedupeKey: oncePerHour(services, `use_other_email:${dismissedDigest(secrets, email).toString("hex")}`),
  });
  return true;
}
