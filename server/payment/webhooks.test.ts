import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeOrder } from "#server/orders/placing/place-order.ts";
import { captureApprovedOrder } from "#server/orders/payments/capture-or-void.ts";
import { ledger, onlyOrder, openShop, refusal, withGateway, type Shop } from "#server/orders/testing/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const deliverAll = async () => {
  for (const event of await shop.events()) expect(await shop.deliver(event)).toBe(200);
  await shop.jobs.drain();
};

describe("sound checkout 2: the authorizing call and the webhook converge on one order", () => {
  it("webhook before the browser's answer", async () => {
    const patient = await shop.shopper();
    const early = withGateway(shop.services, {
      authorize: async (input) => {
        const intent = await shop.services.gateway.authorize(input);
        await deliverAll();
        return intent;
      },
    });
    const order = await placeOrder(early, shop.orderRequest(patient));
    expect(order.status).toBe("authorized");
    expect(await shop.charges(order.id)).toHaveLength(1);
  });

  it("webhook instead of the browser's answer", async () => {
    const patient = await shop.shopper();
    shop.faults.add("authorize", "after");
    expect(await refusal(placeOrder(shop.services, shop.orderRequest(patient)))).toBe("payment_pending");
    await deliverAll();
    expect((await shop.orderRow(await onlyOrder(shop, patient))).status).toBe("authorized");
  });

  it("webhook after the browser's answer changes nothing", async () => {
    const order = await placeOrder(shop.services, shop.orderRequest(await shop.shopper()));
    const before = await shop.orderRow(order.id);
    await deliverAll();
    expect(await shop.orderRow(order.id)).toEqual(before);
  });
});

describe("sound checkout 4 and 5: events of a captured amount", () => {
  it("each three times, shuffled, the stale one last: one outcome, one ledger entry", async () => {
    const order = await placeOrder(shop.services, shop.orderRequest(await shop.shopper()));
    await captureApprovedOrder(shop.services, order.id);
    await shop.jobs.drain();
    const events = await shop.events();
    const shuffled = [...events, ...events, ...events]
      .map((event, index) => ({ event, at: (index * 7919) % 101 }))
      .toSorted((a, b) => a.at - b.at);
    for (const { event } of shuffled) expect(await shop.deliver(event)).toBe(200);
    await shop.jobs.drain();
    expect((await shop.orderRow(order.id)).status).toBe("paid");
    expect(await ledger(shop, order.id)).toEqual({ sum: 0, gateway: order.totalCents });
  });

  it("an event for another gateway is not found", async () => {
    expect((await shop.app.inject({ method: "POST", url: "/webhooks/other", payload: {} })).statusCode).toBe(404);
  });
});
