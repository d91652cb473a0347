import { describe, expect, test } from "vitest";
import { fakeServer } from "#clinic/testing/fake-server.ts";
import { order } from "#clinic/testing/orders.ts";
import { countResults, createShipBatch } from "./ship-batch.ts";
import { readOrders } from "./use-orders.ts";
import { orderItem } from "#clinic/testing/orders.ts";

const row = (number: number) => ({
  orderId: order(number).id,
  number: String(100_000 + number),
  carrier: "USPS",
  trackingnumber: `940${number}`,
});
const shipped = (number: number) => ({ order: order(number, { status: "shipped" }) });
const ordersOf = (sent: { url: string }[]) => sent.map(({ url }) => /order\/([^/]+)\//.exec(url)?.[1]);

describe("a batch of parcels", () => {
  test("is one call for each, with its own carrier and tracking", async () => {
    const { call, sent } = fakeServer([shipped(1), shipped(2)]);
    const batch = createShipBatch(call, [row(1), row(2)]);
    await batch.run();
    expect(ordersOf(sent)).toEqual([row(1).orderId, row(2).orderId]);
    expect(sent[0]?.body).toEqual({ carrier: "USPS", trackingnumber: "9401" });
    expect([batch.get().phase, countResults(batch.get(), "shipped")]).toEqual(["done", 2]);
  });

  test("one that is refused says why, and the others go on", async () => {
    const { call } = fakeServer([{ refused: "prescription_needed" }, { refused: "claimed" }, shipped(3)]);
    const batch = createShipBatch(call, [row(1), row(2), row(3)]);
    await batch.run();
    const { phase, results } = batch.get();
    expect([phase, results.map(({ status }) => status)]).toEqual(["done", ["refused", "refused", "shipped"]]);
    expect(results[0]?.problem).not.toBe("");
  });

  test("a line that breaks in the middle stops it; going on begins with the same row and repeats none that is done", async () => {
    const { call, sent, answerNext } = fakeServer([shipped(1), "no answer"]);
    const batch = createShipBatch(call, [row(1), row(2), row(3)]);
    await batch.run();
    expect(batch.get().phase).toBe("broken");
    expect(batch.get().results.map(({ status }) => status)).toEqual(["shipped", "waiting", "waiting"]);
    answerNext(shipped(2));
    answerNext(shipped(3));
    await batch.run();
    expect(batch.get().phase).toBe("done");
    expect(ordersOf(sent)).toEqual([row(1), row(2), row(2), row(3)].map(({ orderId }) => orderId));
  });

  test("a second press while it runs, or after it, sends nothing", async () => {
    const { call, sent } = fakeServer([shipped(1)]);
    const batch = createShipBatch(call, [row(1)]);
    await Promise.all([batch.run(), batch.run()]);
    await batch.run();
    expect(sent).toHaveLength(1);
  });

  test("a session that locks holds it, and it goes on where it was", async () => {
    let unlock: (unlocked: boolean) => void = () => {};
    const { call, sent } = fakeServer([{ refused: "staff_session_locked" }, shipped(1)], {
      unlocked: () => new Promise((resolve) => (unlock = resolve)),
    });
    const batch = createShipBatch(call, [row(1)]);
    const running = batch.run();
    await expect.poll(() => sent.length).toBe(1);
    unlock(true);
    await running;
    expect(countResults(batch.get(), "shipped")).toBe(1);
  });

  test("a session that ends stops it: nothing is called refused that was never tried", async () => {
    const { call } = fakeServer([{ refused: "staff_session_ended" }]);
    const batch = createShipBatch(call, [row(1), row(2)]);
    await batch.run();
    expect(batch.get()).toMatchObject({ phase: "broken", results: [{ status: "waiting" }, { status: "waiting" }] });
  });
});

test("a list is read page after page", async () => {
  const { call, sent } = fakeServer([
    { items: [orderItem(1)], nextpage: "more" },
    { items: [orderItem(2)], nextpage: null },
  ]);
  expect((await readOrders(call, "ready")).map(({ order: read }) => read?.number)).toEqual(["100001", "100002"]);
  expect(sent[1]?.url).toContain("nextpage=more");
});
