import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { intentOf } from "#server/payment/charges/payment-intents.ts";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { refundOrder, captureApprovedOrder } from "./payments/capture-or-void.ts";
import { placeOrder } from "./placing/place-order.ts";
import { reconcilePayments } from "./reconcile.ts";
import { ledger, onlyOrder, openShop, refusal, withGateway, type Shop } from "./testing/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** One more than a queue takes at a time. */
const moreThanOneBatch = 101;

/** An order whose charge's answer was lost. */
async function orderWithLostAnswer(): Promise<string> {
  const patient = await shop.shopper();
  shop.faults.add("authorize", "before");
  expect(await refusal(placeOrder(shop.services, shop.orderRequest(patient)))).toBe("payment_pending");
  return onlyOrder(shop, patient);
}

/** Copies the open order `moreThanOneBatch` times. */
async function copyOrder(order: string): Promise<void> {
  const { db } = shop.services;
  const row = await db.selectFrom("customer_order").selectAll().where("id", "=", order).executeTakeFirstOrThrow();
  const charge = await intentOf(db, order);
  for (let copy = 1; copy < moreThanOneBatch; copy += 1) {
    const id = newId();
    await db
      .insertInto("customer_order")
      .values({ ...row, id, kind: "cart", idempotency_key: newId() })
      .execute();
    await db
      .insertInto("payment_intent")
      .values({ ...charge, id: newId(), order_id: id })
      .execute();
  }
}

describe("reconciling", () => {
  it("is not blocked by charges that stay without an outcome", async () => {
    await copyOrder(await orderWithLostAnswer());
    shop.clock.advance(1000);
    const settled = (await placeOrder(shop.services, shop.orderRequest(await shop.shopper()))).id;
    await captureApprovedOrder(shop.services, settled);
    const late = await orderWithLostAnswer();
    const { gateway } = shop.services;
    const gatewayDown = withGateway(shop.services, {
      authorize: (input) =>
        input.orderId === late ? gateway.authorize(input) : Promise.reject(new GatewayUnknownOutcome("authorize")),
    });
    const minute = async () => {
      shop.clock.advance(11_000);
      await reconcilePayments(gatewayDown);
    };
    await minute();
    expect((await shop.orderRow(settled)).status).toBe("paid");
    await minute();
    expect((await shop.orderRow(late)).status).toBe("authorized");
  });

  it("is not blocked by refunds that stay pending", async () => {
    const { id: order } = await placeOrder(
      shop.services,
      shop.orderRequest(await shop.shopper(), { kind: "cart", capture: "automatic" }),
    );
    const { db } = shop.services;
    const charge = await intentOf(db, order);
    const now = shop.clock.now();
    for (let copy = 1; copy < moreThanOneBatch; copy += 1)
      await db
        .insertInto("refund")
        .values({
          id: newId(),
          payment_intent_id: charge.id,
          amount_cents: 1,
          status: "created",
          reason: "stuck",
          created_at: now,
          last_attempt_at: now,
        })
        .execute();
    shop.clock.advance(1000);
    const refundId = newId();
    await refundOrder(shop.services, { orderId: order, refundId, amountCents: 500, reason: "late" });
    const { gateway } = shop.services;
    const gatewayDown = withGateway(shop.services, {
      refund: (input) =>
        input.refundId === refundId ? gateway.refund(input) : Promise.reject(new GatewayUnknownOutcome("refund")),
    });
    for (let minute = 0; minute < 2; minute += 1) {
      shop.clock.advance(11_000);
      await reconcilePayments(gatewayDown);
    }
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: charge.amount_cents - 500 });
  });
});
