import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import { greetingName, queueMail, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { noPasswordHash } from "../passwords/password.ts";
import { accountByEmail, updatePasswordHash } from "../patients/account-queries.ts";
import { endAllSessions } from "../sessions/session.ts";
import { endLinks, issueLink, linkDigests, liveLink } from "../single-use-links.ts";
import { contactEmailOf } from "./contact-email.ts";
import { setEmail } from "./email-change.ts";

/*
 * Somebody who knows a patient's name and birthday can phone and ask for another e-mail, and with it for a new password. So the new address has to confirm, the
 * old one is told at once and can stop it or take it back, and the new one gets no link for a password before the old one has had a day to do so.
 */

const hour = 3_600_000;
const linkHours = 24;
const stopDays = 7;
const noRecoveryHours = 24;
const limit = { points: 5, seconds: 15 * 60 };

/** How the patient asked, in words for the mails. */
export interface AskedInWords {
  /** “by phone” */
  readonly how: string;
  /** “March 9” */
  readonly date: string;
  /** Who of the practice does it. */
  readonly who: string;
}

/** Mails a confirmation to the new e-mail and a way to stop it to the old one. Refuses an e-mail that belongs to another account. */
export async function askForEmailChange(
  services: TxServices,
  patient: { readonly id: string; readonly email: string; readonly firstname: string | null },
  newEmail: string,
  { how, date, who }: AskedInWords,
): Promise<void> {
  const { db, clock, config, content, limiter } = services;
  await limiter.consume("email-by-practice", patient.id, limit);
  const owner = await accountByEmail(db, newEmail);
  if (owner && owner.id !== patient.id)
    throw new Refusal("bad_request", {
      fields: [
        {
          path: "email",
          message: "This email belongs to another account. Please ask the patient for a different one.",
        },
      ],
    });
  const confirming = await issueLink(services, "email_change", patient.id, linkHours * 3600);
  const stopping = await issueLink(services, "email_change_stop", patient.id, stopDays * 24 * 3600);
  await db
    .insertInto("email_change")
    .values({
      code_hash: confirming.digest,
      patient_id: patient.id,
      new_email: newEmail,
      expires_at: confirming.expiresAt,
      previous_email: patient.email,
      stop_hash: stopping.digest,
      asked_at: clock.now(),
    })
    .execute();
  const page = new URL("/email-change", config.publicUrl).href;
  const values = { firstname: greetingName(patient.firstname), how, date };
  await queueMail(services, {
    mail: "email_change_asked",
    to: newEmail,
    values: { ...values, link: `${page}#confirm.${confirming.secret}`, hours: String(linkHours) },
    until: confirming.expiresAt,
  });
  await queuePatientMail(services, {
    patientId: patient.id,
    mail: "email_change_stop",
    to: patient.email,
    values: {
      ...{ ...values, who, phone: content.brand.supportphone },
      ...{ link: `${page}#stop.${stopping.secret}`, days: String(stopDays) },
    },
  });
}

/**
 * Stops a change the practice was asked for, for whoever reads the old mailbox, and tells the practice. A change that was confirmed is taken back: every session
 * ends, and nobody gets in before the old mailbox has chosen a new password. A repeat answers the same. Refuses `link_expired`.
 */
export async function stopEmailChange(
  services: Services & Refuses<"link_expired">,
  code: string,
): Promise<{ readonly email: string; readonly takenBack: boolean }> {
  const { clock, config, revokedSessions } = services;
  try {
    const { ended, ...stopped } = await inTransaction(services, async (tx) => {
      const now = clock.now();
      const change = await lockStoppable(tx, linkDigests(tx.secrets, code));
      if (!change) throw services.refuse("link_expired");
      const { id, previous_email: email } = change;
      const takenBack = change.used_at !== null;
      if (change.stopped_at !== null) return { email, takenBack, ended: [] };
      await stopChanges(tx.db, id, now);
      await queueMail(tx, {
        mail: "practice_email_stopped",
        to: config.supportEmail ?? services.content.brand.supportemail,
        values: { record: `${config.publicUrl}/clinic/patients/${id}` },
      });
      if (!takenBack) return { email, takenBack, ended: [] };
      await setEmail(tx, id, email, now);
      await updatePasswordHash(tx.db, id, noPasswordHash(config), now);
      await tx.events.announce(tx.db, "access.renewed", { patientId: id });
      await endLinks(tx, ["password_recovery", "email_change", "record_merge"], id);
      return { email, takenBack, ended: await endAllSessions(tx.db, services, id) };
    });
    revokedSessions.add(ended);
    return stopped;
  } catch (error) {
    // The old e-mail has come to belong to another account.
    if ((error as { code?: string }).code === "23505") throw services.refuse("link_expired");
    throw error;
  }
}

/** Until when nobody gets a link for a new password, because the practice was asked for another e-mail of the account, or another one to mail to; null: they get one. */
export async function recoveryWaitsUntil(
  db: Database,
  account: { readonly id: string; readonly email: string },
  now: Date,
): Promise<Date | null> {
  const change = await db
    .selectFrom("email_change")
    .select("used_at")
    .where("patient_id", "=", account.id)
    .where("new_email", "=", account.email)
    .where("stop_hash", "is not", null)
    .where("stopped_at", "is", null)
    .where("used_at", "is not", null)
    .orderBy("used_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const contact = await contactEmailOf(db, account.id);
  const since = Math.max(change?.used_at?.getTime() ?? 0, contact?.confirmedAt.getTime() ?? 0);
  const until = since + noRecoveryHours * hour;
  return until > now.getTime() ? new Date(until) : null;
}

/** The change a link of the old mailbox stops, also a second time, unless the account was closed; locks both, as `lockEmailChange` does. */
async function lockStoppable(tx: Pick<TxServices, "db" | "clock">, digests: readonly Uint8Array[]) {
  const found = await liveLink(tx, ["email_change_stop"], digests)
    .innerJoin("email_change", "stop_hash", "digest")
    .innerJoin("patient", "patient.id", "email_change.patient_id")
    .select(["patient.id", "previous_email", "used_at", "stopped_at"])
    .where("closed_at", "is", null)
    .forUpdate(["patient", "email_change"])
    .executeTakeFirst();
  return found && found.previous_email !== null ? { ...found, previous_email: found.previous_email } : null;
}

/** Marks what the practice was asked for as stopped, so that no code of it confirms any more. */
const stopChanges = (tx: Tx, patientId: string, now: Date) =>
  tx
    .updateTable("email_change")
    .set({ stopped_at: now })
    .where("patient_id", "=", patientId)
    .where("stop_hash", "is not", null)
    .where("stopped_at", "is", null)
    .execute();
