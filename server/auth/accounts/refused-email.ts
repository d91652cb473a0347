import type { AddressListeners } from "#server/platform/mail/refused-addresses.ts";

/** Marks the patient whose address the mail server refuses for good, and takes the mark back once it takes a mail. */
export const markRefusedEmail: AddressListeners = {
  refused: (db, email, at) =>
    db
      .updateTable("patient")
      .set({ email_refused_at: at })
      .where("email", "=", email)
      .where("email_refused_at", "is", null)
      .execute(),
  accepted: (db, email) =>
    db
      .updateTable("patient")
      .set({ email_refused_at: null })
      .where("email", "=", email)
      .where("email_refused_at", "is not", null)
      .execute(),
  refusedByMistake: (db, since) =>
    db.updateTable("patient").set({ email_refused_at: null }).where("email_refused_at", ">", since).execute(),
};
