import type { Services } from "#server/platform/services.ts";
import { isMailbox } from "#server/platform/mail/mailbox.ts";

/** What the database, the gateway and the mailbox say of a patient's checkout. */
export type Books = Awaited<ReturnType<typeof booksOf>>;

export async function booksOf({ db, content, mailer }: Services, patientId: string) {
  const [visit, orders, charges, ledger, cases, patient] = await Promise.all([
    db.selectFrom("onboarding").select("status").where("patient_id", "=", patientId).executeTakeFirstOrThrow(),
    db
      .selectFrom("customer_order")
      .leftJoin("payment_intent", "payment_intent.order_id", "customer_order.id")
      .select([
        "customer_order.id",
        "customer_order.number",
        "customer_order.status",
        "customer_order.total_cents",
        "payment_intent.status as charge_status",
        "payment_intent.gateway_intent_id as charge",
      ])
      .where("customer_order.patient_id", "=", patientId)
      .execute(),
    db
      .selectFrom("sandbox.intent")
      .innerJoin("sandbox.customer", "sandbox.customer.id", "sandbox.intent.customer_id")
      .select(["sandbox.intent.id", "sandbox.intent.status", "amount", "amount_captured", "sandbox.intent.order_id"])
      .where("sandbox.customer.patient_id", "=", patientId)
      .execute(),
    db
      .selectFrom("ledger_entry")
      .innerJoin("customer_order", "customer_order.id", "ledger_entry.order_id")
      .select("amount_cents")
      .where("customer_order.patient_id", "=", patientId)
      .execute(),
    db.selectFrom("care_case").select("order_id").where("patient_id", "=", patientId).execute(),
    db.selectFrom("patient").select("email").where("id", "=", patientId).executeTakeFirstOrThrow(),
  ]);
  const [subject = ""] = content.mails.order_confirmation.subject.split("{{");
  const mails = isMailbox(mailer) ? await mailer.list(patient.email) : [];
  return {
    visit: visit.status,
    orders,
    charges,
    ledger: ledger.reduce((sum, entry) => sum + entry.amount_cents, 0),
    cases: cases.map(({ order_id }) => order_id),
    confirmations: mails.filter((mail) => mail.subject.startsWith(subject)).map(({ id }) => id),
  };
}
