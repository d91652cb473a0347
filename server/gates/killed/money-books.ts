import type { Database } from "#server/platform/database/open.ts";

/** A patient's orders with their charges, the gateway's intents and the ledger entries; oldest first. */
export async function paymentStateOf(db: Database, patientId: string) {
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
      .select(["sandbox.intent.id", "sandbox.intent.status", "amount", "amount_captured", "sandbox.intent.order_id"])
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
