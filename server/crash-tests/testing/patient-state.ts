import { openMailer } from "#server/adapters.ts";
import { numberEvents } from "#server/integrations/events/clinic-events.ts";
import type { Database } from "#server/platform/database/open.ts";
import { isMailbox } from "#server/platform/mail/local-mailbox.ts";
import type { Services } from "#server/platform/services.ts";

/** A patient's subscriptions with their prescription orders, the refills left, and the upsells they requested. */
async function treatmentStateOf(db: Database, patientId: string) {
  const [subscriptions, prescriptionOrders, prescriptions, upsellRequests] = await Promise.all([
    db.selectFrom("subscription").select(["id", "status"]).where("patient_id", "=", patientId).execute(),
    db
      .selectFrom("prescription_order")
      .select(["subscription_id", "period", "status", "order_id", "prescription_id", "failed_on", "retry_on"])
      .where("patient_id", "=", patientId)
      .orderBy("period")
      .execute(),
    db
      .selectFrom("prescription")
      .select(["id", "product_id", "status", "refills_left"])
      .where("patient_id", "=", patientId)
      .execute(),
    db.selectFrom("upsell_request").select(["order_id", "status"]).where("patient_id", "=", patientId).execute(),
  ]);
  return { subscriptions, prescriptionOrders, prescriptions, upsellRequests };
}

/** A patient's orders with their charges, the gateway's intents and the ledger entries; oldest first. */
async function paymentStateOf(db: Database, patientId: string) {
  const [orders, charges, ledger] = await Promise.all([
    db
      .selectFrom("customer_order")
      .leftJoin("payment_intent", "payment_intent.order_id", "customer_order.id")
      .select([
        "customer_order.id",
        "customer_order.number",
        "customer_order.kind",
        "customer_order.status",
        "customer_order.total_cents",
        "payment_intent.status as charge_status",
        "payment_intent.gateway_intent_id as charge",
      ])
      .where("customer_order.patient_id", "=", patientId)
      .orderBy("placed_at")
      .execute(),
    db
      .selectFrom("sandbox.intent")
      .innerJoin("sandbox.customer", "sandbox.customer.id", "sandbox.intent.customer_id")
      .select([
        "sandbox.intent.id",
        "sandbox.intent.status",
        "amount",
        "amount_captured",
        "amount_refunded",
        "sandbox.intent.order_id",
      ])
      .where("sandbox.customer.patient_id", "=", patientId)
      .orderBy("sandbox.intent.created_at")
      .execute(),
    db
      .selectFrom("ledger_entry")
      .innerJoin("customer_order", "customer_order.id", "ledger_entry.order_id")
      .select(["ledger_entry.order_id", "account", "amount_cents"])
      .where("customer_order.patient_id", "=", patientId)
      .execute(),
  ]);
  return { orders, charges, ledger };
}

/** How many messages the patient has of a doctor. */
async function doctorMessagesOf(db: Database, patientId: string): Promise<number> {
  const { count } = await db
    .selectFrom("message")
    .select((of) => of.fn.countAll<string>().as("count"))
    .where("patient_id", "=", patientId)
    .where("role", "=", "doctor")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The events about a patient in the order of the log, as a practice's system reads them. */
async function eventsOf(db: Database, patientId: string) {
  await numberEvents(db);
  return db
    .selectFrom("clinic_event")
    .select(["id", "type", "object_id"])
    .where("patient_id", "=", patientId)
    .where("seq", "is not", null)
    .orderBy("seq")
    .execute();
}

/** A patient's state in the database, the gateway and the mailbox. */
export type PatientState = Awaited<ReturnType<typeof patientStateOf>>;

export async function patientStateOf({ db, config, content, clock, outside }: Services, patientId: string) {
  const [money, treatment, visit, cases, patient, events, doctorMessages] = await Promise.all([
    paymentStateOf(db, patientId),
    treatmentStateOf(db, patientId),
    db.selectFrom("onboarding").select("status").where("patient_id", "=", patientId).executeTakeFirstOrThrow(),
    db.selectFrom("care_case").select("order_id").where("patient_id", "=", patientId).execute(),
    db
      .selectFrom("patient")
      .select(["email", "failed_transaction_reason"])
      .where("id", "=", patientId)
      .executeTakeFirstOrThrow(),
    eventsOf(db, patientId),
    doctorMessagesOf(db, patientId),
  ]);
  // A mailer opened anew also shows what other nodes sent.
  const mailer = await openMailer(config, content, clock, outside);
  const mails = isMailbox(mailer) ? await mailer.list(patient.email) : [];
  return {
    ...money,
    ...treatment,
    events,
    doctorMessages,
    visit: visit.status,
    cases: cases.map(({ order_id }) => order_id),
    failedTransactionReason: patient.failed_transaction_reason,
    subjects: mails.map(({ subject }) => subject),
  };
}
