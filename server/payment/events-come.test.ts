import { afterAll, beforeAll, expect, test } from "vitest";
import { placeOrder } from "#server/orders/placing/place-order.ts";
import { openShop, type Shop, withGateway } from "#server/orders/testing/shop.ts";
import { checkEventsCome } from "./webhooks.ts";

let shop: Shop;
beforeAll(async () => void (shop = await openShop("stripe")));
afterAll(() => shop.close());

/** Whether the practice would be alarmed now. */
async function isMissing(): Promise<boolean> {
  let missing = false;
  await checkEventsCome(withGateway(shop.services, { reportMissingEvents: () => void (missing = true) }));
  return missing;
}
const hours = (count: number) => shop.clock.advance(count * 3_600_000);

test("payments without any event for an hour are an alarm; one event ends it, and where nobody pays none is expected", async () => {
  expect(await isMissing()).toBe(false);
  const cart = { kind: "cart", capture: "automatic" } as const;
  await placeOrder(shop.services, shop.orderRequest(await shop.shopper(), cart));
  expect(await isMissing()).toBe(false);
  hours(2);
  expect(await isMissing()).toBe(true);
  hours(21.75);
  expect(await isMissing()).toBe(true);
  const [event] = await shop.events();
  if (event) await shop.deliver(event);
  expect(await isMissing()).toBe(false);
  hours(25);
  expect(await isMissing()).toBe(false);
});

test("a capture is looked at from an hour after it until a day after it, to the millisecond", async () => {
  await placeOrder(
    shop.services,
    shop.orderRequest(await shop.shopper(), { kind: "cart", capture: "automatic" } as const),
  );
  const { at } = await shop.services.db
    .selectFrom("ledger_entry")
    .select(({ fn }) => fn.max("at").as("at"))
    .where("reason", "=", "capture")
    .executeTakeFirstOrThrow();
  const isMissingAfter = async (ms: number) => {
    let missing = false;
    const services = withGateway(shop.services, { reportMissingEvents: () => void (missing = true) });
    await checkEventsCome({ ...services, clock: { now: () => new Date(at.getTime() + ms) } });
    return missing;
  };
  const [hour, day] = [3_600_000, 24 * 3_600_000];
  const found = [];
  for (const ms of [hour, hour + 1, day - 1, day]) found.push(await isMissingAfter(ms));
  expect(found).toEqual([false, true, true, false]);
});

test("the alarm says what to look at in Stripe", async () => {
  shop.services.gateway.reportMissingEvents();
  expect(shop.services.outside.tables.get("payment_events")?.rows["missing"]).toMatchObject({ means: "ours" });
  await shop.services.outside.write();
  const rows = await shop.services.db.selectFrom("outside_failure").select(["system", "answer"]).execute();
  expect(rows).toContainEqual({ system: "payment_events", answer: "missing" });
});
