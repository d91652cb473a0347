import { describe, expect, test } from "vitest";
import { fakeServer } from "#clinic/testing/fake-server.ts";
import { order } from "#clinic/testing/orders.ts";
import { countDone } from "#clinic/work/batch.ts";
import { createParcelBatch, markedText } from "./parcel-batch.tsx";
import { readOrders } from "./use-orders.ts";
import { orderItem } from "#clinic/testing/orders.ts";

const row = (number: number) => ({
  orderId: order(number).id,
  number: String(100_000 + number),
  carrier: "USPS",
  trackingnumber: `940${number}`,
});
const shipped = (number: number) => ({ order: order(number, { status: "shipped" }) });
const delivered = (number: number) => ({ order: order(number, { status: "delivered" }) });
const ordersOf = (sent: { url: string }[]) => sent.map(({ url }) => /order\/([^/]+)\//.exec(url)?.[1]);

describe("a batch of parcels", () => {
  test("is one call for each, with its own carrier and tracking", async () => {
    const { call, sent } = fakeServer([shipped(1), shipped(2)]);
    const batch = createParcelBatch(call, "shipped", [row(1), row(2)]);
    await batch.run();
    expect(ordersOf(sent)).toEqual([row(1).orderId, row(2).orderId]);
    expect(sent[0]?.body).toEqual({ carrier: "USPS", trackingnumber: "9401" });
    expect([batch.get().phase, countDone(batch.get())]).toEqual(["done", 2]);
  });

  test("one that is refused says why, and the others continue", async () => {
    const { call } = fakeServer([{ refused: "prescription_needed" }, { refused: "claimed" }, shipped(3)]);
    const batch = createParcelBatch(call, "shipped", [row(1), row(2), row(3)]);
    await batch.run();
    const { phase, results } = batch.get();
    expect([phase, results.map(({ status }) => status)]).toEqual(["done", ["refused", "refused", "done"]]);
    expect(results[0]?.message).not.toBe("");
  });

  test("a connection that breaks halfway stops it; continuing begins with the same row and repeats none that is done", async () => {
    const { call, sent, answerNext } = fakeServer([shipped(1), "no answer"]);
    const batch = createParcelBatch(call, "shipped", [row(1), row(2), row(3)]);
    await batch.run();
    expect(batch.get().phase).toBe("stopped");
    expect(batch.get().results.map(({ status }) => status)).toEqual(["done", "waiting", "waiting"]);
    answerNext(shipped(2));
    answerNext(shipped(3));
    await batch.run();
    expect(batch.get().phase).toBe("done");
    expect(ordersOf(sent)).toEqual([row(1), row(2), row(2), row(3)].map(({ orderId }) => orderId));
  });

  test.each(["rate_limited", "scope_missing", "staff_session_ended"] as const)(
    "%s is of none of the rows: it stops, and continues with the same one",
    async (refused) => {
      const { call, answerNext } = fakeServer([shipped(1), { refused }]);
      const batch = createParcelBatch(call, "shipped", [row(1), row(2)]);
      await batch.run();
      const { phase, results } = batch.get();
      expect([phase, results.map(({ status }) => status)]).toEqual(["stopped", ["done", "waiting"]]);
      answerNext(shipped(2));
      await batch.run();
      expect(countDone(batch.get())).toBe(2);
    },
  );

  test("a second press while it runs, or after it, sends nothing", async () => {
    const { call, sent } = fakeServer([shipped(1)]);
    const batch = createParcelBatch(call, "shipped", [row(1)]);
    await Promise.all([batch.run(), batch.run()]);
    await batch.run();
    expect(sent).toHaveLength(1);
  });

  test("a session that locks stops it, and it continues where it was", async () => {
    let unlock: (unlocked: boolean) => void = () => {};
    const { call, sent } = fakeServer([{ refused: "staff_session_locked" }, shipped(1)], {
      unlocked: () => new Promise((resolve) => (unlock = resolve)),
    });
    const batch = createParcelBatch(call, "shipped", [row(1)]);
    const running = batch.run();
    await expect.poll(() => sent.length).toBe(1);
    unlock(true);
    await running;
    expect(countDone(batch.get())).toBe(1);
  });

  test("a session that ends stops it: nothing is called refused that was never tried", async () => {
    const { call } = fakeServer([{ refused: "staff_session_ended" }]);
    const batch = createParcelBatch(call, "shipped", [row(1), row(2)]);
    await batch.run();
    expect(batch.get()).toMatchObject({ phase: "stopped", results: [{ status: "waiting" }, { status: "waiting" }] });
  });
});

describe("several orders marked as delivered", () => {
  test("one that is refused says why, the others are delivered, and the notice counts those that are", async () => {
    const { call, sent } = fakeServer([delivered(1), { refused: "wrong_state" }, delivered(3)]);
    const batch = createParcelBatch(call, "delivered", [row(1), row(2), row(3)]);
    await batch.run();
    expect(sent.map(({ method, url }) => [method, url.split("/").at(-1)])).toEqual(
      [1, 2, 3].map(() => ["PUT", "delivered"]),
    );
    expect(batch.get().results.map(({ status }) => status)).toEqual(["done", "refused", "done"]);
    expect(batch.get().results[1]?.message).not.toBe("");
    expect(markedText("delivered", countDone(batch.get()), 3)).toBe("2 of 3 orders are marked as delivered.");
  });

  test("without an answer it stops, and continues with the same order", async () => {
    const { call, sent, answerNext } = fakeServer([delivered(1), "no answer"]);
    const batch = createParcelBatch(call, "delivered", [row(1), row(2)]);
    await batch.run();
    expect(batch.get()).toMatchObject({ phase: "stopped", results: [{ status: "done" }, { status: "waiting" }] });
    answerNext(delivered(2));
    await batch.run();
    expect(batch.get().phase).toBe("done");
    expect(ordersOf(sent)).not.toContain(undefined);
    expect(ordersOf(sent).filter((id) => id === row(1).orderId)).toHaveLength(1);
  });

  test.each([
    ["shipped", 1, 1, "Marked as shipped."],
    ["delivered", 2, 2, "2 orders are marked as delivered."],
    ["shipped", 1, 2, "1 of 2 orders are marked as shipped."],
  ] as const)("the notice of %s, %i of %i", (mark, done, all, text) => expect(markedText(mark, done, all)).toBe(text));
});

test("a list is read page after page", async () => {
  const { call, sent } = fakeServer([
    { items: [orderItem(1)], nextpage: "more" },
    { items: [orderItem(2)], nextpage: null },
  ]);
  expect((await readOrders(call, "ready")).map(({ order: read }) => read?.number)).toEqual(["100001", "100002"]);
  expect(sent[1]?.url).toContain("nextpage=more");
});
