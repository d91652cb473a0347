import type { Database } from "#server/platform/database/open.ts";

/** Leaves out one subscription, or all subscriptions an order started. */
export interface ExcludedSubscriptions {
  readonly subscriptionId?: string;
  readonly orderId?: string;
}

/**
 * Every product the patient's subscriptions ship or are about to ship, including pending and paused ones. A discontinued subscription counts
 * with the product of its open treatment change, which it ships if the patient agrees.
 */
export async function upcomingProducts(
  db: Database,
  patientId: string,
  { subscriptionId, orderId }: ExcludedSubscriptions = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom("subscription")
    .leftJoin("treatment_change", (join) =>
      join
        .onRef("treatment_change.subscription_id", "=", "subscription.id")
        .on("treatment_change.status", "=", "waiting"),
    )
    .select(["subscription.id", "product_id", "stopped_on", "to_product_id", "order_id"])
    .where("subscription.patient_id", "=", patientId)
    .where("subscription.status", "in", ["active", "paused", "past_due", "pending"])
    .execute();
  return rows
    .filter(({ id, order_id }) => id !== subscriptionId && order_id !== orderId)
    .flatMap(({ product_id, stopped_on, to_product_id }) => [
      ...(stopped_on === null ? [product_id] : []),
      ...(to_product_id === null ? [] : [to_product_id]),
    ]);
}
