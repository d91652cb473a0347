import fc from "fast-check";
import { expect, it } from "vitest";
import { webhookSecret } from "#server/platform/gateway/testing/adapters.ts";
import { signWebhook } from "#server/platform/gateway/webhook-signature.ts";
import { newId } from "#server/platform/ids.ts";
import { refundOrder } from "../payments/capture-or-void.ts";
import { type Buyer, cartCents, type CartShop, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

type Event = Awaited<ReturnType<CartShop["events"]>>[number];

describeEachGateway((shop) => {
  /** Posts a body as the gateway would; `signed` is the body the signature is made for. */
  const post = (payload: string, signed: string | null = payload, at = shop.clock.now()) =>
    shop.app.inject({
      method: "POST",
      url: `/webhooks/${shop.services.gateway.name}`,
      headers: {
        "content-type": "application/json",
        ...(signed === null ? {} : { "stripe-signature": signWebhook(signed, webhookSecret, at) }),
      },
      payload,
    });
  const savedCount = async ({ id }: Event) =>
    (await shop.services.db.selectFrom("webhook_event").select("event_id").where("event_id", "=", id).execute()).length;
  /** A paid and partly refunded order, and the gateway's events about it, oldest first. */
  const history = async (): Promise<{ buyer: Buyer; events: Event[] }> => {
    const before = (await shop.events()).length;
    const buyer = await shop.buyer();
    const { ok } = await shop.pay(buyer);
    await refundOrder(shop.services, { orderId: ok.order.id, refundId: newId(), amountCents: 500, reason: "damaged" });
    await shop.jobs.drain();
    return { buyer, events: (await shop.events()).slice(before) };
  };

  it("checkout proof 4: each event three times, shuffled: one row, one job and one ledger entry per event", async () => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (random) => {
        const { buyer, events } = await history();
        expect(events.length).toBeGreaterThan(1);
        const stateBefore = await shop.paymentState(buyer);
        const shuffled = [...events, ...events, ...events]
          .map((event) => ({ event, at: random.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at);
        expect(await Promise.all(shuffled.map(({ event }) => shop.deliver(event)))).toEqual(shuffled.map(() => 200));
        expect(await shop.jobs.drain()).toBe(events.length);
        for (const event of events) expect(await savedCount(event)).toBe(1);
        expect(await shop.paymentState(buyer)).toEqual(stateBefore);
        expect(stateBefore.ledger).toBe(cartCents - 500);
      }),
      { numRuns: 3 },
    );
  });

  it("checkout proof 4: an event whose transaction fails is not kept, so the gateway's repeat counts", async () => {
    const buyer = await shop.buyer();
    shop.faults.add("authorize", "after");
    await shop.pay(buyer);
    const event = (await shop.events()).at(-1) ?? expect.fail("no event");
    const { jobs } = shop.services as { jobs: { enqueue: unknown } };
    const { enqueue } = jobs;
    jobs.enqueue = () => Promise.reject(new Error("killed"));
    const failed = await shop.deliver(event);
    jobs.enqueue = enqueue;
    expect([failed, await savedCount(event)]).toEqual([500, 0]);
    expect(await shop.deliver(event)).toBe(200);
    await shop.jobs.drain();
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 4: the raw body is verified first: a bad signature is 400, and nothing happens", async () => {
    const buyer = await shop.buyer();
    shop.faults.add("authorize", "after");
    await shop.pay(buyer);
    const event = (await shop.events()).at(-1) ?? expect.fail("no event");
    const { body } = event;
    const old = new Date(Date.now() - 10 * 60_000);
    for (const answer of [
      await post(body, null),
      await post(body, `${body} `),
      await post(`${body} `, body),
      await post(body.replace("{", "{ "), body),
      await post(body, body, old),
      await post("no JSON", body),
      await post("", null),
    ])
      expect(answer.statusCode).toBe(400);
    expect([await savedCount(event), await shop.jobs.drain()]).toEqual([0, 0]);
    expect((await shop.paymentState(buyer)).orders).toMatchObject([{ status: "unknown" }]);
    expect((await post(body)).statusCode).toBe(200);
    await shop.jobs.drain();
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 5: a stale event last changes nothing", async () => {
    const { buyer, events } = await history();
    const stateBefore = await shop.paymentState(buyer);
    for (const event of events.toReversed()) {
      expect(await shop.deliver(event)).toBe(200);
      await shop.jobs.drain();
      expect(await shop.paymentState(buyer)).toEqual(stateBefore);
    }
  });

  it.each([
    { status: "canceled" },
    { status: "succeeded", amount: 1, amount_received: 1 },
    { status: "requires_payment_method" },
  ])("checkout proof 5: an event's content is not trusted, its object is fetched again: %o", async (content) => {
    const buyer = await shop.buyer();
    shop.faults.add("authorize", "after");
    await shop.pay(buyer);
    const event = JSON.parse((await shop.events()).at(-1)?.body ?? "") as { id: string; data: { object: object } };
    const forged = { ...event, id: `evt_${newId()}`, data: { object: { ...event.data.object, ...content } } };
    expect((await post(JSON.stringify(forged))).statusCode).toBe(200);
    await shop.jobs.drain();
    await expectPaidOnce(shop, buyer);
  });

  it.each([
    { amount: 1, amount_captured: 1 },
    { amount: cartCents + 1, amount_captured: cartCents + 1 },
    { amount_captured: cartCents - 1 },
    { currency: "eur" },
  ])("checkout proof 6: a tampered amount or currency is flagged, never paid: %o", async (tampered) => {
    const buyer = await shop.buyer();
    const key = newId();
    shop.faults.add("authorize", "after");
    await shop.pay(buyer, {}, key);
    const id = (await shop.paymentState(buyer)).orders[0]?.id ?? "";
    await shop.services.db.updateTable("sandbox.intent").set(tampered).where("order_id", "=", id).execute();
    for (const learn of [() => shop.deliverAll(), () => shop.reconcile()]) {
      await learn();
      expect(await shop.paymentState(buyer)).toMatchObject({
        orders: [{ status: "mismatch", number: null }],
        ledger: 0,
      });
    }
    expect(shop.logged()).toMatch(new RegExp(`"order":"${id}".*payment differs from its order`));
    expect(await shop.outcome(buyer, key)).toEqual({
      outcome: "review",
      order: null,
      message: "We need to take a closer look at this payment. Please don't pay again. We'll email you.",
      code: null,
    });
    const mails = await shop.mailbox.list(buyer.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["We're looking into your payment"]);
  });
});
