import { applyIntent } from "#server/store/public.ts";
import type { TestServer } from "#server/testing/harness.ts";

/** The gateway took five dollars more than an order costs, which therefore waits for the practice; all it took, in cents. */
export async function overchargeOrder({ services }: TestServer, orderId: string): Promise<number> {
  const { db, gateway } = services;
  const { gateway_intent_id: id, amount_cents } = await db
    .selectFrom("payment_intent")
    .select(["gateway_intent_id", "amount_cents"])
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const cents = amount_cents + 500;
  await db
    .updateTable("sandbox.intent")
    .set({ status: "succeeded", amount: cents, amount_captured: cents })
    .where("id", "=", id)
    .execute();
  const status = await applyIntent(services, orderId, await gateway.retrieve(id ?? ""));
  if (status !== "mismatch") throw new Error(`Order ${orderId} is ${status}`);
  return cents;
}
