import { applyIntent } from "#server/orders/payments/apply-intent.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { recordMovement } from "#server/platform/gateway/sandbox/emulator/movements.ts";
import type { TestServer } from "#server/testing/harness.ts";

/** Makes the gateway charge five dollars more than the order costs, so that it waits for the clinic; returns the cents charged. */
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
  await inTransaction(services, ({ db: tx }) =>
    recordMovement(tx, { kind: "capture", intentId: id ?? "", amount: cents }, services.clock.now()),
  );
  const status = await applyIntent(services, orderId, await gateway.retrieve(id ?? ""));
  if (status !== "mismatch") throw new Error(`Order ${orderId} is ${status}`);
  return cents;
}

/** What the sandbox gateway has recorded of an order's charges. */
export const sandboxCharges = ({ services }: TestServer, orderId: string) =>
  services.db
    .selectFrom("sandbox.intent")
    .select(["status", "amount", "amount_captured", "amount_refunded"])
    .where("order_id", "=", orderId)
    .execute();
