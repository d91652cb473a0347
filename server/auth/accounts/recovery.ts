import { SignJWT } from "jose";
import { limits } from "#contract/constants.ts";
import { formatsIn } from "#contract/fields/formats.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { mailDismissed } from "../dismissed-email.ts";
import { refuseCommonPassword } from "../passwords/common-password.ts";
import { hashPassword } from "../passwords/password.ts";
import { accountByEmail } from "../patients/account-queries.ts";
import { issueLink, linkDigests, liveLink, useLink } from "../single-use-links.ts";
import { recoveryWaitsUntil } from "./email-change-by-practice.ts";
import { setPassword } from "./set-password.ts";

const queue = "auth.recovery";
const sealContext = sealed("job.recovery");

/**
 * Requests a recovery mail. Only a job checks whether the e-mail has an account, so that the request does the same work
 * in the same time for every e-mail.
 */
export async function requestPasswordRecovery(
  { db, jobs, secrets }: Services,
  email: string,
  page: RecoveryPage,
): Promise<void> {
  const id = newId();
  await jobs.enqueue(db, queue, { id, page, sealed: secrets.seal(email, sealContext(id)).toString("base64") });
}

/** Defines the queue that mails recovery links. */
export function defineRecoveryJob(jobs: Jobs, services: Services): void {
  jobs.define(queue, async (data) => {
    const { id, page, sealed } = data as { id: string; page: RecoveryPage; sealed: string };
    await sendRecoveryMail(
      services,
      services.secrets.open<string>(Buffer.from(sealed, "base64"), sealContext(id)),
      id,
      page,
    );
  });
}

async function sendRecoveryMail(
  services: Services,
  email: string,
  requestId: string,
  page: RecoveryPage,
): Promise<void> {
  const account = await accountByEmail(services.db, email);
  if (!account) {
    await mailDismissed(services, email);
    return;
  }
  const until = await recoveryWaitsUntil(services.db, account, services.clock.now());
  if (until !== null) {
    const values = { firstname: greetingName(account.firstname), ...whenItWorks(services, until) };
    return queuePatientMail(services, {
      patientId: account.id,
      mail: "recovery_waits",
      to: account.email,
      values,
      dedupeKey: `recovery:${requestId}`,
    });
  }
  await inTransaction(services, async (tx) => {
    const issued = await issueLink(tx, "password_recovery", account.id, limits.recoveryLinkSeconds);
    const values = {
      firstname: greetingName(account.firstname),
      link: await recoveryLink(services, account.email, issued.secret, page),
      minutes: String(limits.recoveryLinkSeconds / 60),
    };
    const dedupeKey = `recovery:${requestId}`;
    await queuePatientMail(tx, {
      patientId: account.id,
      mail: "recovery",
      to: account.email,
      values,
      dedupeKey,
      until: issued.expiresAt,
    });
  });
}

const dayAndTimes = formatsIn({
  ...{ weekday: "long", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" },
  timeZoneName: "short",
});

/** When a new password can be asked for, and whom to call until then, for the mail. */
function whenItWorks({ content }: Pick<Services, "content">, until: Date) {
  const { timezone: timeZone, supportphone: phone } = content.brand;
  return { time: dayAndTimes(timeZone).format(until), phone };
}

/** Refuses `link_expired` for a code that is used, too old, or not for this e-mail. */
export async function checkRecoveryCode(
  services: Pick<Services, "db" | "clock" | "secrets"> & Refuses<"link_expired">,
  { email, code }: { email: string; code: string },
): Promise<void> {
  if (!(await accountOf(services, linkDigests(services.secrets, code), email))) throw services.refuse("link_expired");
}

/** The account a live recovery link belongs to, if it has this e-mail. */
const accountOf = (services: Pick<Services, "db" | "clock">, digests: readonly Uint8Array[], email: string) =>
  liveLink(services, ["password_recovery"], digests)
    .innerJoin("patient", "patient.id", "single_use_link.patient_id")
    .select(["patient.id", "patient.email", "patient.firstname"])
    .where("patient.email", "=", email)
    .executeTakeFirst();

/** Sets a new password with the code of a recovery link and ends every session. Refuses `link_expired`. */
export async function confirmPasswordRecovery(
  services: Services & Refuses<"common_password" | "link_expired">,
  { email, code, password }: { email: string; code: string; password: string },
): Promise<void> {
  const { config, revokedSessions } = services;
  refuseCommonPassword(services, password);
  const digests = linkDigests(services.secrets, code);
  const account = await accountOf(services, digests, email);
  if (!account) throw services.refuse("link_expired");
  const passwordHash = await hashPassword(config, password);
  const ended = await inTransaction(services, async (tx) => {
    if (!(await useLink(tx, "password_recovery", digests))) throw services.refuse("link_expired");
    await markEmailVerified(tx.db, account.id, tx.clock.now());
    return setPassword(services, tx.db, account, passwordHash);
  });
  revokedSessions.add(ended);
}

/** Marks the e-mail as verified, because the patient read a mail sent to it. */
export async function markEmailVerified(db: Database, patientId: string, now: Date): Promise<void> {
  await db
    .updateTable("patient")
    .set((set) => ({
      email_verified_at: set.fn.coalesce("email_verified_at", set.val(now)),
      email_refused_at: null,
    }))
    .where("id", "=", patientId)
    .where((where) => where.or([where("email_verified_at", "is", null), where("email_refused_at", "is not", null)]))
    .execute();
}

/** Where the patient chooses the new password: on the account pages or in the cart. */
type RecoveryPage = "account" | "cart";

/**
 * The link of a recovery mail (spec §6): `v` is a signed token that decodes to `{ username }`, the e-mail; `c` the
 * single-use code. Only the code gives access: `v` just tells the page whose password it is.
 */
async function recoveryLink(
  { config, secrets, clock }: Pick<Services, "config" | "secrets" | "clock">,
  email: string,
  code: string,
  page: RecoveryPage,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  const token = await new SignJWT({ username: email })
    .setProtectedHeader({ alg: "HS256", typ: "recovery+jwt" })
    .setIssuer(config.publicUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + limits.recoveryLinkSeconds)
    .sign(secrets.derive("recovery link"));
  const link = new URL(page === "cart" ? "/cart" : "/new-password", config.publicUrl);
  link.searchParams.set("v", token);
  link.searchParams.set("c", code);
  return link.href;
}
