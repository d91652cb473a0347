import type { HelperPart } from "#contract/account/helpers.ts";
import { limits } from "#contract/constants.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { greetingName, queueMail, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { refuseCommonPassword } from "../passwords/common-password.ts";
import { hashPassword } from "../passwords/password.ts";
import { accountById } from "../patients/account-queries.ts";
import { isOpen } from "../patients/open-helper.ts";
import { revokeSessions } from "../sessions/session-queries.ts";
import { issueLink, linkDigests, liveLink, useLink } from "../single-use-links.ts";
import { endHelper } from "./end-helper.ts";
import { helperLink, helperName, helpersPage } from "./helper-mails.ts";

/*
 * The two links a helper is mailed: an invitation, and one for a new password. Who reads the mailbox may use either, so an invitation for a second patient may
 * choose the password anew as well; it ends what was signed in with the old one.
 */

const purposes = ["helper_invitation", "helper_recovery"] as const;

type Deps = Pick<Services, "db" | "clock" | "secrets">;

/** What a link opens, as long as nobody has ended it; undefined: nothing. */
async function openedBy(services: Deps, code: string) {
  const digests = linkDigests(services.secrets, code);
  const found = await liveLink(services, purposes, digests)
    .innerJoin("helper", "helper.id", "single_use_link.helper_id")
    .innerJoin("patient", "patient.id", "helper.patient_id")
    .select([
      "purpose",
      "helper.id",
      "helper.patient_id",
      "helper.email",
      "helper.firstname",
      "helper.parts",
      "helper.expires_at",
      "patient.firstname as patient_firstname",
    ])
    .where(isOpen(services.clock.now()))
    .where("patient.closed_at", "is", null)
    .executeTakeFirst();
  return found && { ...found, purpose: found.purpose as (typeof purposes)[number], digests };
}

/** What a link is about; refuses `link_expired`. */
export async function readHelperLink(services: Deps & Refuses<"link_expired">, code: string) {
  const link = await openedBy(services, code);
  if (!link) throw services.refuse("link_expired");
  return { ...link, parts: link.parts as HelperPart[] };
}

/** Uses a link: the password signs in from now on. Returns the helper who may be signed in; refuses `link_expired`. */
export async function acceptHelperLink(
  services: Services & Refuses<"link_expired" | "common_password">,
  { code, password }: { readonly code: string; readonly password: string },
): Promise<{ readonly accountId: string; readonly helperId: string; readonly passwordHash: string }> {
  refuseCommonPassword(services, password);
  const { id, purpose, digests } = await readHelperLink(services, code);
  const passwordHash = await hashPassword(services.config, password);
  const { accountId, ended } = await inTransaction(services, async (tx) => {
    const row = await tx.db
      .selectFrom("helper")
      .select(["id", "patient_id", "email", "firstname", "joined_at"])
      .where("id", "=", id)
      .where(isOpen(tx.clock.now()))
      .forUpdate()
      .executeTakeFirst();
    if (!row || !(await useLink(tx, purpose, digests))) throw services.refuse("link_expired");
    const account = await keepPassword(tx, row.email, passwordHash);
    const joinedAt = row.joined_at ?? tx.clock.now();
    await tx.db.updateTable("helper").set({ account_id: account, joined_at: joinedAt }).where("id", "=", id).execute();
    if (row.joined_at === null) await mailJoined(tx, row);
    return { accountId: account, ended: await endSignIns(tx, account) };
  });
  services.revokedSessions.add(ended);
  return { accountId, helperId: id, passwordHash };
}

/** The sign-in of this e-mail, with its new password. */
async function keepPassword({ db, clock }: TxServices, email: string, hash: string): Promise<string> {
  const now = clock.now();
  const { id } = await db
    .insertInto("helper_account")
    .values({ id: newId(), email, password_hash: hash, created_at: now, password_changed_at: now })
    .onConflict((conflict) => conflict.column("email").doUpdateSet({ password_hash: hash, password_changed_at: now }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends what is signed in with the password of before, for every patient. */
async function endSignIns({ db, clock }: TxServices, accountId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom("helper").select(["id", "patient_id"]).where("account_id", "=", accountId).execute();
  const ended: string[] = [];
  for (const { id, patient_id: patientId } of rows)
    ended.push(...(await revokeSessions(db, patientId, clock.now(), { ofHelper: id })));
  return ended;
}

async function mailJoined(tx: TxServices, { patient_id, firstname }: { patient_id: string; firstname: string }) {
  const patient = await accountById(tx.db, patient_id);
  await queuePatientMail(tx, {
    patientId: patient_id,
    mail: "helper_joined",
    to: patient.email,
    values: {
      firstname: greetingName(patient.firstname),
      helper: helperName(firstname),
      link: helpersPage(tx),
    },
  });
}

/** Says no to an invitation. A link for a new password is none. */
export async function declineInvitation(services: Services & Refuses<"link_expired">, code: string): Promise<void> {
  const { id, patient_id: patientId, purpose } = await readHelperLink(services, code);
  if (purpose !== "helper_invitation") throw services.refuse("link_expired");
  await endHelper(services, { patientId, id, by: "helper" });
}

const queue = "auth.helper-recovery";
const sealContext = sealed("job.helper-recovery");

/** Asks for a link for a new password. Only a job looks whether the e-mail is a helper's, so that the call does the same for every e-mail. */
export async function askHelperRecovery({ db, jobs, secrets }: Services, email: string): Promise<void> {
  const id = newId();
  await jobs.enqueue(db, queue, { id, sealed: secrets.seal(email, sealContext(id)).toString("base64") });
}

/** Defines the queue that mails these links. */
export function defineHelperRecoveryJob(jobs: Jobs, services: Services): void {
  jobs.define(queue, async (data) => {
    const { id, sealed: email } = data as { id: string; sealed: string };
    await mailRecovery(services, id, services.secrets.open<string>(Buffer.from(email, "base64"), sealContext(id)));
  });
}

async function mailRecovery(services: Services, requestId: string, email: string): Promise<void> {
  await inTransaction(services, async (tx) => {
    const helper = await tx.db
      .selectFrom("helper")
      .innerJoin("helper_account", "helper_account.id", "helper.account_id")
      .select(["helper.id", "helper.patient_id", "helper.firstname", "helper_account.email"])
      .where("helper_account.email", "=", email)
      .where(isOpen(tx.clock.now()))
      .orderBy("helper.joined_at", "desc")
      .executeTakeFirst();
    if (!helper) return;
    const { secret, expiresAt } = await issueLink(tx, "helper_recovery", helper.id, limits.recoveryLinkSeconds);
    await queueMail(tx, {
      mail: "helper_new_password",
      to: helper.email,
      about: helper.patient_id,
      values: {
        helper: greetingName(helper.firstname),
        link: helperLink(tx, secret),
        minutes: String(limits.recoveryLinkSeconds / 60),
      },
      dedupeKey: `helper-recovery:${requestId}`,
      until: expiresAt,
    });
  });
}
