import { sql } from "kysely";
import { expect, it } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { localMailbox } from "#server/platform/mail/local-mailbox.ts";
import type { Mail } from "#server/platform/mail/mailer.ts";
import { startTestServer } from "#server/testing/harness.ts";
import { placeOrder } from "../placing/place-order.ts";
import { orderQueues } from "../queues.ts";
import { type Buyer, cartCents, type CartShop, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

/** Another process on the same database and gateway; `send` wraps its mailbox. */
async function nextProcess(shop: CartShop, send: (mail: Mail) => unknown) {
  const { database, clock, services } = shop;
  const mailbox = localMailbox({ clock });
  const mailer = {
    async send(mail: Mail) {
      await mailbox.send(mail);
      send(mail);
    },
  };
  const staying = { ...database, close: async () => undefined };
  const server = await startTestServer({ database: staying, clock, gateway: services.gateway, mailer });
  const about = async (buyer: Buyer) =>
    (await mailbox.list(buyer.email)).map(({ subject }) => subject.replace(/\d+/, "N")).toSorted();
  return { ...server, about };
}
const orderMails = ["Receipt for order N", "Thank you for order N"];

describeEachGateway((shop) => {
  it("checkout proof 7: a process that dies after the charge leaves an open order, and the job resolves it", async () => {
    const buyer = await shop.buyer();
    const key = newId();
    shop.beforeGatewayAnswer(() => Promise.reject(new Error("killed")));
    expect((await shop.pay(buyer, {}, key)).status).toBe(500);
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "authorizing", number: null }],
      charges: [{}],
    });
    await shop.reconcile();
    await expectPaidOnce(shop, buyer);
  });

  it.each(["before", "after"] as const)(
    "checkout proof 7: unknown is a state: an answer lost %s the charge is resolved by the job",
    async (fault) => {
      const buyer = await shop.buyer();
      shop.faults.add("authorize", fault);
      await shop.pay(buyer);
      shop.faults.add("authorize", "before");
      for (let minute = 0; minute < 2; minute += 1) {
        expect(await shop.paymentState(buyer)).toMatchObject({
          orders: [{ status: "unknown", number: null }],
          ledger: 0,
        });
        await shop.reconcile();
      }
      await expectPaidOnce(shop, buyer);
    },
  );

  it("checkout proof 13: a crash after the commit: the next process sends what was promised, once", async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.pay(buyer)).ok.order;
    const sent: string[] = [];
    const next = await nextProcess(shop, ({ subject }) => sent.push(subject));
    expect(await next.about(buyer)).toEqual([]);
    await next.jobs.drain();
    expect(await next.about(buyer)).toEqual(orderMails);
    for (let repeat = 0; repeat < 3; repeat += 1)
      await shop.services.jobs.enqueue(shop.services.db, orderQueues.placed, { orderId: id });
    await Promise.all([next.jobs.drain(), shop.jobs.drain()]);
    expect(await next.about(buyer)).toEqual(orderMails);
    expect(sent).toHaveLength(orderMails.length);
    expect(await shop.mailbox.list(buyer.email)).toEqual([]);
    await next.close();
  });

  it("checkout proof 13: a crash after a mail went out and before that is noted: sent again, as the same mail", async () => {
    const buyer = await shop.buyer();
    await shop.pay(buyer);
    const sent: string[] = [];
    const next = await nextProcess(shop, ({ id }) => {
      sent.push(id);
      if (sent.length <= orderMails.length) throw new Error("killed");
    });
    await next.jobs.drain();
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(shop.services.db);
    await next.jobs.drain();
    expect([sent.length, new Set(sent).size]).toEqual([2 * orderMails.length, orderMails.length]);
    expect(await next.about(buyer)).toEqual(orderMails);
    await next.close();
  });

  it("checkout proof 13: a rolled back order sends nothing", async () => {
    const buyer = await shop.buyer("tok_chargeCustomerFail");
    expect((await shop.pay(buyer)).problem.code).toBe("card_declined");
    expect(await shop.jobs.drain()).toBe(0);
  });

  it("checkout proof 11 (the billing engine is still to come): a prescription order is unique per subscription and period in SQL, and two schedulers that charge one with a key of it charge once", async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.pay(buyer)).ok.order;
    const { db, clock } = shop.services;
    const [subscription, now] = [newId(), clock.now()];
    const common = { patient_id: buyer.id, created_at: now };
    const product = {
      product_id: "magnesium",
      pricing_id: "magnesium_1m",
      price_cents: 3800,
      days_supply: 60,
      quantity: 2,
    };
    await db
      .insertInto("subscription")
      .values({ id: subscription, order_id: id, status: "active", ...product, ...common })
      .execute();
    const insertPrescriptionOrder = () =>
      db
        .insertInto("prescription_order")
        .values({
          id: newId(),
          subscription_id: subscription,
          period: 2,
          status: "scheduled",
          charge_on: "2030-01-01",
          amount_cents: 3800,
          ...common,
        })
        .execute();
    const made = await Promise.allSettled([insertPrescriptionOrder(), insertPrescriptionOrder()]);
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);

    const renewal = () =>
      placeOrder(
        shop.services,
        shop.orderRequest(buyer.id, { kind: "renewal", capture: "automatic", idempotencyKey: `${subscription}:2` }),
      );
    const [first, second] = await Promise.all([renewal(), renewal()]);
    expect(second).toEqual(first);
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{}, { id: first?.id }], ledger: 2 * cartCents });
    expect((await shop.paymentState(buyer)).charges).toHaveLength(2);
  });
});
