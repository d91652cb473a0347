import type { Database } from "#server/platform/database/open.ts";

/** A patient's subscriptions with their prescription orders, the refills left, and the upsells they requested. */
export async function treatmentStateOf(db: Database, patientId: string) {
  const [subscriptions, prescriptionOrders, prescriptions, upsellRequests] = await Promise.all([
    db.selectFrom("subscription").select(["id", "status"]).where("patient_id", "=", patientId).execute(),
    db
      .selectFrom("prescription_order")
      .select(["subscription_id", "period", "status", "order_id", "prescription_id", "failed_on", "retry_on"])
      .where("patient_id", "=", patientId)
      .orderBy("period")
      .execute(),
    db.selectFrom("prescription").select(["id", "refills_left"]).where("patient_id", "=", patientId).execute(),
    db.selectFrom("addition").select(["order_id", "status"]).where("patient_id", "=", patientId).execute(),
  ]);
  return { subscriptions, supplies: prescriptionOrders, prescriptions, additions: upsellRequests };
}
