import type { Database } from "#server/platform/database/open.ts";
import type { AddressListeners } from "#server/platform/mail/refused-addresses.ts";
import { contactEmailOf, confirmedContactEmails } from "./contact-email.ts";
import { isSilenced } from "./death.ts";

/** Patients whose mails go to this address: that of their account, or the one they asked for. */
const reachedAt = (db: Database, email: string) =>
  confirmedContactEmails(db).select("contact_email.patient_id").where("contact_email.email", "=", email);

/** Knows where a patient is mailed, and marks the patient whose address the mail server refuses for good, and takes the mark back once it takes a mail. */
export const markRefusedEmail: AddressListeners = {
  addressOf: async (db, patientId) => (await contactEmailOf(db, patientId))?.email ?? null,
  refused: (db, email, at) =>
    db
      .updateTable("patient")
      .set({ email_refused_at: at })
      .where((where) => where.or([where("email", "=", email), where("id", "in", reachedAt(db, email))]))
      .where("email_refused_at", "is", null)
      .execute(),
  accepted: (db, email) =>
    db
      .updateTable("patient")
      .set({ email_refused_at: null })
      .where((where) => where.or([where("email", "=", email), where("id", "in", reachedAt(db, email))]))
      .where("email_refused_at", "is not", null)
      .execute(),
  refusedByMistake: (db, since) =>
    db.updateTable("patient").set({ email_refused_at: null }).where("email_refused_at", ">", since).execute(),
  isSilenced,
};
