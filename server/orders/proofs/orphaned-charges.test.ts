import { sql } from "kysely";
import { expect, it } from "vitest";
import { authorize } from "#server/payment/charges/gateway-charge.ts";
import { intentOf, paymentQueues } from "#server/payment/public.ts";
import type { GatewayOperation } from "#server/platform/gateway/sandbox/faults.ts";
import { type Buyer, cartCents, type CartShop, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

describeEachGateway((shop) => {
  /** Runs due jobs, losing every answer to this gateway operation, until the queue has given its job up. */
  async function runUntilGivenUp(queue: string, operation: GatewayOperation): Promise<void> {
    const { db } = shop.services;
    const left = async () =>
      (
        await sql`select id from pgboss.job where name = ${queue} and state in ('created', 'retry', 'active')`.execute(
          db,
        )
      ).rows.length;
    do {
      shop.faults.add(operation, "before");
      await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db);
      await shop.jobs.drain();
    } while ((await left()) > 0);
  }
  const lastEvent = async () => (await shop.events()).at(-1) ?? expect.fail("no event");

  it("checkout proof 7: money for an order that is over is given back even when the job gave up", async () => {
    const { buyer, order } = await abandonedOrder(shop);
    await authorize(shop.services, await intentOf(shop.services.db, order));
    await shop.deliver(await lastEvent());
    await runUntilGivenUp(paymentQueues.release, "refund");
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "failed" }],
      charges: [{ status: "succeeded", amount_refunded: 0 }],
    });
    shop.faults.add("refund", "after");
    for (let minute = 0; minute < 2; minute += 1) await shop.reconcile();
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "failed" }],
      charges: [{ amount_refunded: cartCents }],
      ledger: 0,
    });
    const release = await shop.services.db
      .selectFrom("payment_release")
      .select(["completed_at", "reason"])
      .where("order_id", "=", order)
      .execute();
    expect(release).toEqual([{ completed_at: expect.any(Date), reason: "a charge for an order that is over" }]);
  });

  it("checkout proof 4: an event counts even when its job gave up", async () => {
    const { buyer, order } = await abandonedOrder(shop);
    await authorize(shop.services, await intentOf(shop.services.db, order));
    await shop.deliver(await lastEvent());
    await runUntilGivenUp(paymentQueues.syncIntent, "retrieve");
    expect(await shop.paymentState(buyer)).toMatchObject({ charges: [{ amount_refunded: 0 }] });
    await shop.reconcile();
    expect(await shop.paymentState(buyer)).toMatchObject({ charges: [{ amount_refunded: cartCents }], ledger: 0 });
    const event = await shop.services.db
      .selectFrom("webhook_event")
      .select("processed_at")
      .where("gateway_intent_id", "=", (await shop.charges(order))[0]?.id ?? "")
      .executeTakeFirstOrThrow();
    expect(event.processed_at).toEqual(expect.any(Date));
  });

  it("checkout proof 7: a second charge for an order is given back, the first one stays", async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.pay(buyer)).ok.order;
    const row = await intentOf(shop.services.db, id);
    await authorize(shop.services, { ...row, charge_key: buyer.id });
    await shop.deliver(await lastEvent());
    await shop.jobs.drain();
    const { orders, charges, ledger } = await shop.paymentState(buyer);
    expect(charges.map(({ amount_refunded }) => amount_refunded).toSorted((a, b) => a - b)).toEqual([0, cartCents]);
    expect([orders[0]?.status, ledger]).toEqual(["paid", cartCents]);
  });

  it("checkout proof 7: nothing is given back of an order that was paid once", async () => {
    const buyer = await shop.buyer();
    await shop.pay(buyer);
    await shop.deliverAll();
    await shop.reconcile();
    await expectPaidOnce(shop, buyer);
  });
});

/** An order whose charge was lost in transit and given up. */
async function abandonedOrder(shop: CartShop): Promise<{ buyer: Buyer; order: string }> {
  const buyer = await shop.buyer();
  shop.faults.add("authorize", "before");
  await shop.pay(buyer);
  shop.clock.advance(20 * 60_000);
  await shop.reconcile();
  const order = (await shop.paymentState(buyer)).orders[0];
  expect(order).toMatchObject({ status: "failed" });
  return { buyer, order: order?.id ?? "" };
}
