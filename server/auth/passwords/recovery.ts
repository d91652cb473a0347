import { sealed } from "#server/platform/crypto/sealed.ts";
import { limits } from "#contract/constants.ts";
import { formatsIn } from "#contract/fields/formats.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import { accountByEmail } from "../accounts/account-queries.ts";
import { recoveryWaitsUntil } from "../accounts/email-change-by-practice.ts";
import { refuseCommonPassword } from "./common-password.ts";
import { hashPassword } from "./password.ts";
import {
  accountOfRecoveryCode,
  insertRecoveryCode,
  markEmailVerified,
  consumeRecoveryCode,
} from "./recovery-queries.ts";
import { setPassword } from "./set-password.ts";
import { SignJWT } from "jose";

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
  const { db, clock } = services;
  const account = await accountByEmail(db, email);
  if (!account) return;
  const until = await recoveryWaitsUntil(db, account, clock.now());
  if (until !== null) {
    const values = { firstname: greetingName(account.firstname), ...whenItWorks(services, until) };
    return queueMail(services, {
      mail: "recovery_waits",
      to: account.email,
      values,
      dedupeKey: `recovery:${requestId}`,
    });
  }
  const code = randomSecret();
  const values = {
    firstname: greetingName(account.firstname),
    link: await recoveryLink(services, account.email, code, page),
    minutes: String(limits.recoveryLinkSeconds / 60),
  };
  const expiresAt = new Date(clock.now().getTime() + limits.recoveryLinkSeconds * 1000);
  await inTransaction(db, async (tx) => {
    await insertRecoveryCode(tx, { hash: hashSecret(code), patientId: account.id, expiresAt });
    const dedupeKey = `recovery:${requestId}`;
    await queueMail({ ...services, db: tx }, { mail: "recovery", to: account.email, values, dedupeKey });
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
  { db, clock, refuse }: Pick<Services, "db" | "clock"> & Refuses<"link_expired">,
  { email, code }: { email: string; code: string },
): Promise<void> {
  if (!(await accountOfRecoveryCode(db, hashSecret(code), email, clock.now()))) throw refuse("link_expired");
}

/** Sets a new password with the code of a recovery link and ends every session. Refuses `link_expired`. */
export async function confirmPasswordRecovery(
  services: Services & Refuses<"common_password" | "link_expired">,
  { email, code, password }: { email: string; code: string; password: string },
): Promise<void> {
  const { db, clock, config, revokedSessions } = services;
  refuseCommonPassword(services, password);
  const codeHash = hashSecret(code);
  const account = await accountOfRecoveryCode(db, codeHash, email, clock.now());
  if (!account) throw services.refuse("link_expired");
  const passwordHash = await hashPassword(config, password);
  const ended = await inTransaction(db, async (tx) => {
    const now = clock.now();
    if (!(await consumeRecoveryCode(tx, codeHash, account.id, now))) throw services.refuse("link_expired");
    await markEmailVerified(tx, account.id, now);
    return setPassword(services, tx, account, passwordHash);
  });
  revokedSessions.add(ended);
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
