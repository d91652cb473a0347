import type { Database } from "#server/platform/database/open.ts";
import type { AddressListeners } from "#server/platform/mail/refused-addresses.ts";
import { contactEmailOf, confirmedContactEmails } from "./contact-email.ts";
import { isSilenced } from "./death.ts";

/** Patients whose mails go to this address: that of their account, or the one they asked for. */
const reachedAt = (db: Database, email: string) =>
  confirmedContactEmails(db).select("contact_email.patient_id").where("contact_email.email", "=", email);

/** Marks those who help or are invited at this address, or takes the mark back. */
const markHelpers = (db: Database, email: string, at: Date | null) =>
  db
    .updateTable("helper")
    .set({ email_refused_at: at })
    .where("email", "=", email)
    .where("ended_at", "is", null)
    .where("email_refused_at", at === null ? "is not" : "is", null)
    .execute();

/**
 * Knows where a patient is mailed, and marks the patients and the helpers whose address the mail server refuses for good, and takes the mark back once it
 * takes a mail. What it says of a mail to a helper marks no patient.
 */
export const markRefusedEmail: AddressListeners = {
  addressOf: async (db, patientId) => (await contactEmailOf(db, patientId))?.email ?? null,
  refused: async (db, email, at) => {
    await markHelpers(db, email, at);
    await db
      .updateTable("patient")
      .set({ email_refused_at: at })
      .where((where) => where.or([where("email", "=", email), where("id", "in", reachedAt(db, email))]))
      .where("email_refused_at", "is", null)
      .execute();
  },
  accepted: async (db, email) => {
    await markHelpers(db, email, null);
    await db
      .updateTable("patient")
      .set({ email_refused_at: null })
      .where((where) => where.or([where("email", "=", email), where("id", "in", reachedAt(db, email))]))
      .where("email_refused_at", "is not", null)
      .execute();
  },
  refusedOfHelper: markHelpers,
  acceptedOfHelper: (db, email) => markHelpers(db, email, null),
  refusedByMistake: async (db, since) => {
    await db.updateTable("helper").set({ email_refused_at: null }).where("email_refused_at", ">", since).execute();
    await db.updateTable("patient").set({ email_refused_at: null }).where("email_refused_at", ">", since).execute();
  },
  isSilenced,
};
