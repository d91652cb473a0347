import type { Database } from "#server/platform/database/open.ts";

/** What is left out: a subscription, or those an order began. */
export interface ExcludedSubscriptions {
  readonly subscriptionId?: string;
  readonly orderId?: string;
}

/**
 * Every product her subscriptions supply or are about to, also those that have not begun or are paused; of those that were stopped, what they
 * would supply if she agrees.
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
