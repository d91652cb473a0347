import type { TestServer } from "#server/testing/harness.ts";

/** What the sandbox gateway has recorded of an order's charges. */
export const sandboxCharges = ({ services }: TestServer, orderId: string) =>
  services.db
    .selectFrom("sandbox.intent")
    .select(["status", "amount", "amount_captured", "amount_refunded"])
    .where("order_id", "=", orderId)
    .execute();
