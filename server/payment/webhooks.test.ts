import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeOrder } from "#server/store/place-order.ts";
import { settleApproved } from "#server/store/settle-order.ts";
import { ledger, onlyOrder, openShop, refusal, withGateway, type Shop } from "#server/store/testing.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const deliverAll = async () => {
  for (const event of await shop.events()) expect(await shop.deliver(event)).toBe(200);
  await shop.jobs.drain();
};

describe("sound checkout 2: the browser's call and the webhook converge on one order", () => {
  it("webhook before the browser's answer", async () => {
    const patient = await shop.shopper();
    const early = withGateway(shop.services, {
      authorize: async (input) => {
        const intent = await shop.services.gateway.authorize(input);
        await deliverAll();
        return intent;
      },
    });
    const order = await placeOrder(early, shop.order(patient));
    expect(order.status).toBe("authorized");
    expect(await shop.charges(order.id)).toHaveLength(1);
  });

  it("webhook during the browser's answer", async () => {
    const patient = await shop.shopper();
    let arrived: Promise<void> | undefined;
    const meanwhile = withGateway(shop.services, {
      authorize: async (input) => {
        const intent = await shop.services.gateway.authorize(input);
        arrived = deliverAll();
        return intent;
      },
    });
    const order = await placeOrder(meanwhile, shop.order(patient, { kind: "cart", capture: "automatic" }));
    await arrived;
    expect(await shop.orderRow(order.id)).toMatchObject({ status: "paid", number: order.number });
    expect(await ledger(shop, order.id)).toEqual({ sum: 0, gateway: order.totalCents });
  });

  it("webhook instead of the browser's answer", async () => {
    const patient = await shop.shopper();
    shop.faults.add("authorize", "after");
    expect(await refusal(placeOrder(shop.services, shop.order(patient)))).toBe("payment_pending");
    await deliverAll();
    expect((await shop.orderRow(await onlyOrder(shop, patient))).status).toBe("authorized");
  });

  it("webhook after the browser's answer changes nothing", async () => {
    const order = await placeOrder(shop.services, shop.order(await shop.shopper()));
    const before = await shop.orderRow(order.id);
    await deliverAll();
    expect(await shop.orderRow(order.id)).toEqual(before);
  });
});

describe("sound checkout 4 and 5: events", () => {
  it("each three times, shuffled, the stale one last: one outcome, one booking", async () => {
    const order = await placeOrder(shop.services, shop.order(await shop.shopper()));
    await settleApproved(shop.services, order.id);
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

  it("keeps an event once, with one job", async () => {
    const order = await placeOrder(shop.services, shop.order(await shop.shopper()));
    await shop.jobs.drain();
    const event = (await shop.events()).at(-1) ?? expect.fail("no event");
    await Promise.all(Array.from({ length: 10 }, () => shop.deliver(event)));
    expect(await shop.jobs.drain()).toBe(1);
    const kept = await shop.services.db
      .selectFrom("webhook_event")
      .selectAll()
      .where("event_id", "=", event.id)
      .execute();
    expect(kept).toHaveLength(1);
    expect((await shop.orderRow(order.id)).status).toBe("authorized");
  });

  it("refuses a body that was changed, unsigned or is too old, before reading it", async () => {
    await placeOrder(shop.services, shop.order(await shop.shopper()));
    const event = (await shop.events()).at(-1) ?? expect.fail("no event");
    const unsigned = await shop.app.inject({
      method: "POST",
      url: "/webhooks/sandbox",
      headers: { "content-type": "application/json" },
      payload: event.body,
    });
    expect(unsigned.statusCode).toBe(400);
    const forged = await shop.app.inject({
      method: "POST",
      url: "/webhooks/sandbox",
      headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
      payload: event.body,
    });
    expect(forged.statusCode).toBe(400);
    expect(
      await shop.services.db.selectFrom("webhook_event").selectAll().where("event_id", "=", event.id).execute(),
    ).toHaveLength(0);
  });

  it("is not found for another gateway", async () => {
    expect((await shop.app.inject({ method: "POST", url: "/webhooks/other", payload: {} })).statusCode).toBe(404);
  });
});

describe("sound checkout 6: amount and currency", () => {
  it.each([{ amount: 1 }, { currency: "eur" }])("a charge of %o is flagged, never paid", async (tampered) => {
    const patient = await shop.shopper();
    shop.faults.add("authorize", "after");
    expect(await refusal(placeOrder(shop.services, shop.order(patient, { kind: "cart", capture: "automatic" })))).toBe(
      "payment_pending",
    );
    const order = await onlyOrder(shop, patient);
    const { db } = shop.services;
    const charge = { ...tampered, ...("amount" in tampered ? { amount_captured: tampered.amount } : {}) };
    await db.updateTable("sandbox.intent").set(charge).where("order_id", "=", order).execute();
    await deliverAll();
    expect(await shop.orderRow(order)).toMatchObject({ status: "mismatch", number: null });
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: 0 });
    await shop.reconcile();
    expect((await shop.orderRow(order)).status).toBe("mismatch");
  });
});
