import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureApprovedOrder } from "#server/orders/payments/capture-or-void.ts";
import { placeOrder } from "#server/orders/placing/place-order.ts";
import { ledger, onlyOrder, openShop, refusal, withGateway, type Shop } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { paymentQueues } from "./queues.ts";
import { minute } from "./testing/payment-rows.ts";
import { markWebhookEvent, registerPaymentWebhooks, unprocessedEvents } from "./webhooks.ts";

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

  it("one that the gateway didn't sign is refused", async () => {
    for (const headers of [{}, { "stripe-signature": "t=1,v1=00" }])
      expect(
        await shop.app.inject({ method: "POST", url: "/webhooks/sandbox", headers, payload: { id: "evt_1" } }),
      ).toMatchObject({ statusCode: 400, body: expect.stringContaining("signature doesn't match") });
  });

  it("a body of up to a megabyte is looked at", async () => {
    const post = async (bytes: number) =>
      (await shop.app.inject({ method: "POST", url: "/webhooks/sandbox", payload: Buffer.alloc(bytes, "x") }))
        .statusCode;
    expect([await post(1024 * 1024), await post(1024 * 1024 + 1)]).toEqual([400, 413]);
  });

  it("an event for another gateway is not found", async () => {
    expect((await shop.app.inject({ method: "POST", url: "/webhooks/other", payload: {} })).statusCode).toBe(404);
  });
});

it("events that were not applied are tried again, the longest ago first, and end one by one", async () => {
  const { db } = shop.services;
  const gateway = newId();
  const add = (event_id: string, at: number, values: { gateway_intent_id?: null; processed_at?: Date } = {}) =>
    db
      .insertInto("webhook_event")
      .values({
        ...{ gateway, event_id, type: "a.type", received_at: minute(0), gateway_intent_id: `pi_${event_id}` },
        ...{ last_attempt_at: minute(at), ...values },
      })
      .execute();
  await add("second", 2);
  await add("first", 1);
  await add("of no charge", 0, { gateway_intent_id: null });
  await add("done", 0, { processed_at: minute(1) });
  await add("just tried", 10);
  await db
    .insertInto("webhook_event")
    .values({
      ...{ gateway: newId(), event_id: "first", type: "a.type", received_at: minute(0), gateway_intent_id: "pi_other" },
      last_attempt_at: minute(0),
    })
    .execute();
  const open = () => withoutIndexes(shop, (tx) => unprocessedEvents(tx, gateway, minute(10)));
  expect(await open()).toEqual([
    { id: "first", gateway_intent_id: "pi_first" },
    { id: "second", gateway_intent_id: "pi_second" },
  ]);
  await markWebhookEvent(db, { gateway, id: "first" }, { last_attempt_at: minute(3) });
  expect((await open()).map(({ id }) => id)).toEqual(["second", "first"]);
  await markWebhookEvent(db, { gateway, id: "second" }, { processed_at: minute(4) });
  expect((await open()).map(({ id }) => id)).toEqual(["first"]);
  for (let event = 0; event < 100; event += 1) await add(`${event}`, 5);
  expect(await open()).toHaveLength(100);
  const others = db.selectFrom("webhook_event").select("last_attempt_at").where("gateway_intent_id", "=", "pi_other");
  expect(await others.execute()).toEqual([{ last_attempt_at: minute(0) }]);
});

it("an event is looked into once, and where it is about a charge", async () => {
  const app = fastify();
  const name = newId();
  const enqueued: unknown[] = [];
  let event = { id: "evt_1", type: "charged", intentId: "pi_1" as string | null, created: minute(0) };
  await registerPaymentWebhooks(app, {
    ...shop.services,
    gateway: { ...shop.services.gateway, name, verifyWebhook: () => event },
    jobs: { ...shop.services.jobs, enqueue: (_, queue, data) => Promise.resolve(void enqueued.push([queue, data])) },
  } as typeof shop.services);
  const post = async () => (await app.inject({ method: "POST", url: `/webhooks/${name}`, payload: {} })).statusCode;
  expect([await post(), await post()]).toEqual([200, 200]);
  event = { ...event, id: "evt_2", type: "of the account", intentId: null };
  expect(await post()).toBe(200);
  expect(enqueued).toEqual([[paymentQueues.syncIntent, { intentId: "pi_1", eventId: "evt_1" }]]);
  await app.close();
});
