import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPaidOnce, type CartShop, withCartSteps } from "./proofs/testing/each-gateway.ts";
import { orderQueues } from "./queues.ts";
import { openShop } from "./testing/shop.ts";

let shop: CartShop;
beforeAll(async () => {
  shop = withCartSteps(await openShop());
});
afterAll(() => shop.close());

async function round(): Promise<void> {
  await shop.jobs.enqueue(shop.services.db, orderQueues.sweep, {});
  await shop.jobs.drain();
}

test("a paid cart whose job was lost is confirmed by the next sweep, once", async () => {
  const buyer = await shop.buyer();
  await shop.pay(buyer);
  await sql`delete from pgboss.job where name = ${orderQueues.placed}`.execute(shop.services.db);
  await round();
  expect(await shop.mailbox.list(buyer.email)).toEqual([]);
  shop.clock.advance(61_000);
  for (let minute = 0; minute < 2; minute += 1) await round();
  const orderId = await expectPaidOnce(shop, buyer);
  const events = await shop.services.db
    .selectFrom("order_event")
    .select("event")
    .where("order_id", "=", orderId)
    .execute();
  expect(events.map(({ event }) => event).toSorted()).toEqual(["confirmed", "paid", "pharmacy"]);
  expect(await shop.mailbox.list(buyer.email)).toHaveLength(2);
});
