import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { greetingName, queueMail, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { requireCurrentPassword } from "../passwords/password.ts";
import { accountByEmail, accountById } from "../patients/account-queries.ts";
import { writeSearchTerms } from "../patients/patient-search.ts";
import { toPatient } from "../patients/patients.ts";
import { endLinks, issueLink, linkDigests } from "../single-use-links.ts";
import { enqueueAccountChange } from "./account-events.ts";
import { confirmContactEmail } from "./contact-email.ts";

const queue = "auth.email-change";
const linkMinutes = 60;
const sealContext = sealed("job.email-change");

interface EmailChangeRequest {
  readonly patientId: string;
  readonly email: string;
}

/**
 * Requests the confirmation mail of a new e-mail; refuses `wrong_credentials` without the right password. Only a job
 * checks whether the e-mail belongs to another account, so that the request reveals nothing about it.
 */
export async function requestEmailChange(
  services: Services & Refuses<"wrong_credentials">,
  { patientId, email, password }: EmailChangeRequest & { password: string },
): Promise<void> {
  const { db, jobs, secrets } = services;
  const account = await accountById(db, patientId);
  await requireCurrentPassword(services, password, account.password_hash);
  const id = newId();
  const request: EmailChangeRequest = { patientId, email };
  await jobs.enqueue(db, queue, { id, sealed: secrets.seal(request, sealContext(id)).toString("base64") });
}

/** Defines the queue that mails the confirmation. */
export function defineEmailChangeJob(jobs: Jobs, services: Services): void {
  jobs.define(queue, async (data) => {
    const { id, sealed } = data as { id: string; sealed: string };
    await sendConfirmationMail(
      services,
      services.secrets.open<EmailChangeRequest>(Buffer.from(sealed, "base64"), sealContext(id)),
      id,
    );
  });
}

async function sendConfirmationMail(
  services: Services,
  { patientId, email }: EmailChangeRequest,
  requestId: string,
): Promise<void> {
  const { db, config } = services;
  const owner = await accountByEmail(db, email);
  if (owner && owner.id !== patientId) return;
  const { firstname, closed_at } = await accountById(db, patientId);
  if (closed_at !== null) return;
  await inTransaction(services, async (tx) => {
    const { secret, digest, expiresAt } = await issueLink(tx, "email_change", patientId, linkMinutes * 60);
    await tx.db
      .insertInto("email_change")
      .values({ code_hash: digest, patient_id: patientId, new_email: email, expires_at: expiresAt })
      .execute();
    const link = new URL("/account-settings/email", config.publicUrl);
    link.searchParams.set("code", secret);
    const values = { firstname: greetingName(firstname), link: link.href, minutes: String(linkMinutes) };
    const dedupeKey = `email_change:${requestId}`;
    await queueMail(tx, { mail: "email_change", to: email, values, dedupeKey, until: expiresAt });
  });
}

/**
 * Sets the e-mail a mailed code stands for, notifies the old address, and returns the e-mail. Repeating it with the code of the account's
 * current e-mail returns the same. Refuses `link_expired`, also when the e-mail has come to belong to another account.
 */
export async function confirmEmailChange(services: Services & Refuses<"link_expired">, code: string): Promise<string> {
  try {
    return await inTransaction(services, async (tx) => {
      const now = services.clock.now();
      const digests = linkDigests(tx.secrets, code);
      const contactEmail = await confirmContactEmail(tx.db, digests, now);
      if (contactEmail !== undefined) return contactEmail;
      const change = await lockEmailChange(tx.db, digests);
      const isUsed = change !== undefined && (change.ended_at ?? change.used_at) !== null;
      if (isUsed && change.stopped_at === null && change.new_email === change.email) return change.email;
      if (!change || isUsed || change.stopped_at !== null || change.expires_at <= now)
        throw services.refuse("link_expired");
      await applyEmailChange(tx, { patientId: change.id, codeHash: change.code_hash, newEmail: change.new_email, now });
      await endLinks(tx, ["email_change", "password_recovery", "record_merge"], change.id);
      if (change.email !== change.new_email) {
        const values = { firstname: greetingName(change.firstname), newemail: change.new_email };
        await queuePatientMail(tx, { patientId: change.id, mail: "email_changed", to: change.email, values });
        await enqueueAccountChange(tx.db, services, { patientId: change.id, template: "email_changed" });
      }
      return change.new_email;
    });
  } catch (error) {
    if ((error as { code?: string }).code === "23505") throw services.refuse("link_expired");
    throw error;
  }
}

/**
 * The change a link confirms, with the account's current state, unless it was closed. Locks all three rows until the transaction ends: of a row that isn't
 * locked, whoever waited here would read what it was before.
 */
const lockEmailChange = (tx: Tx, digests: readonly Uint8Array[]) =>
  tx
    .selectFrom("single_use_link")
    .innerJoin("email_change", "code_hash", "digest")
    .innerJoin("patient", "patient.id", "email_change.patient_id")
    .select(["patient.id", "patient.email", "patient.firstname", "code_hash", "new_email", "used_at", "stopped_at"])
    .select(["single_use_link.expires_at", "ended_at"])
    .where("digest", "in", digests)
    .where("purpose", "=", "email_change")
    .where("closed_at", "is", null)
    .forUpdate(["patient", "email_change", "single_use_link"])
    .executeTakeFirst();

/** Sets an e-mail whose mailbox the patient has just proved to read, and what the patient is found by. */
export async function setEmail(
  { db, secrets }: Pick<TxServices, "db" | "secrets">,
  patientId: string,
  email: string,
  now: Date,
): Promise<void> {
  const row = await db
    .updateTable("patient")
    .set({ email, email_verified_at: now, email_refused_at: null })
    .where("id", "=", patientId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await writeSearchTerms({ db, secrets }, toPatient(row, secrets));
}

/** Sets the confirmed e-mail and voids all other changes the patient requested. */
async function applyEmailChange(
  services: Pick<TxServices, "db" | "secrets">,
  { patientId, codeHash, newEmail, now }: { patientId: string; codeHash: Uint8Array; newEmail: string; now: Date },
): Promise<void> {
  const { db } = services;
  await setEmail(services, patientId, newEmail, now);
  await db
    .updateTable("email_change")
    .set({ stopped_at: now })
    .where("patient_id", "=", patientId)
    .where("stop_hash", "is not", null)
    .where("used_at", "is", null)
    .where("code_hash", "!=", codeHash)
    .execute();
  await db
    .updateTable("email_change")
    .set({ used_at: now })
    .where("patient_id", "=", patientId)
    .where("used_at", "is", null)
    .execute();
}
