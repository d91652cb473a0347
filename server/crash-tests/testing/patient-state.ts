import type { Services } from "#server/platform/services.ts";
import { isMailbox } from "#server/platform/mail/local-mailbox.ts";
import { openMailer } from "#server/ports/mailer.ts";
import { paymentStateOf } from "#server/gates/killed/money-books.ts";
import { treatmentStateOf } from "#server/gates/killed/treatment-books.ts";

/** A patient's state in the database, the gateway and the mailbox. */
export type PatientState = Awaited<ReturnType<typeof patientStateOf>>;

export async function patientStateOf({ db, config, content, clock }: Services, patientId: string) {
  const [money, treatment, visit, cases, patient] = await Promise.all([
    paymentStateOf(db, patientId),
    treatmentStateOf(db, patientId),
    db.selectFrom("onboarding").select("status").where("patient_id", "=", patientId).executeTakeFirstOrThrow(),
    db.selectFrom("care_case").select("order_id").where("patient_id", "=", patientId).execute(),
    db
      .selectFrom("patient")
      .select(["email", "failed_transaction_reason"])
      .where("id", "=", patientId)
      .executeTakeFirstOrThrow(),
  ]);
  // A mailer opened anew also shows what other nodes sent.
  const mailer = await openMailer(config, content, clock);
  const mails = isMailbox(mailer) ? await mailer.list(patient.email) : [];
  return {
    ...money,
    ...treatment,
    visit: visit.status,
    cases: cases.map(({ order_id }) => order_id),
    failedTransactionReason: patient.failed_transaction_reason,
    subjects: mails.map(({ subject }) => subject),
  };
}
