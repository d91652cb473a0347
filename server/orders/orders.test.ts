import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { canTransition, orderStatuses, statusesBefore } from "./order-status.ts";
import {
  acceptedOrderTerms,
  cancelLine,
  correctOrderEvent,
  hasOnboardingAttemptSince,
  hasUnresolvedOrder,
  isFirstPaidOrder,
  linesOf,
  liveOnboardingOrder,
  lockOrder,
  orderById,
  orderByKey,
  orderByNumber,
  orderRows,
  ordersById,
  ordersInStatus,
  orderStatusesOf,
  recordOrderEvent,
  renewOrderEvent,
  reopenReturnedOrder,
  transitionOrder,
  unconfirmedOrders,
} from "./orders.ts";
import { addLine, addOrder, minute } from "./testing/order-rows.ts";
import { firstPurchase, paidOrdersOf } from "./views/paid-orders.ts";

let server: TestServer;
let rosa: string;
let other: string;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  [rosa, other] = [(await server.newPatient()).id, (await server.newPatient()).id];
});

const add = async (...given: [string, number, Parameters<typeof addOrder>[3]?]) =>
  (await addOrder(server, ...given)).id;
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(server.services, ({ db }) => work(db));
const eventsOf = (id: string) =>
  server.services.db
    .selectFrom("order_event")
    .select(["event", "at", "detail"])
    .where("order_id", "=", id)
    .orderBy("at")
    .execute();
/** Two ids, and both orders in which rows with them may lie in a table. */
const ties = () => {
  const ids = [newId(), newId()] as const;
  return { ids, waysToLie: [ids, ids.toReversed()] };
};

describe("an order", () => {
  test("is found by its id, number and key, each patient's own", async () => {
    const { db } = server.services;
    const key = newId();
    const number = newId();
    const [own, others] = [
      await add(rosa, 1, { number, idempotency_key: key }),
      await add(other, 1, { idempotency_key: key }),
    ];
    expect((await orderById(db, own))?.id).toBe(own);
    expect(await orderById(db, newId())).toBeUndefined();
    expect((await orderByNumber(db, number))?.id).toBe(own);
    expect([(await orderByKey(db, rosa, key))?.id, (await orderByKey(db, other, key))?.id]).toEqual([own, others]);
    expect(await orderByKey(db, rosa, newId())).toBeUndefined();
    expect((await inTx((tx) => lockOrder(tx, own)))?.id).toBe(own);
    expect((await ordersById(db, [own])).map(({ id }) => id)).toEqual([own]);
    expect([await ordersById(db, []), await orderStatusesOf(db, [])]).toEqual([[], new Map()]);
    expect(await orderStatusesOf(db, [others])).toEqual(new Map([[others, "paid"]]));
  });

  test.each(orderStatuses)("that is %s is the live one of the visit, unresolved, or neither", async (status) => {
    const { db } = server.services;
    const id = await add(rosa, 1, { status, kind: "onboarding" });
    await add(rosa, 2, { status, kind: "upsell" });
    const isOver = ["failed", "voided", "cancelled"].includes(status);
    const isUnresolved = ["authorizing", "unknown", "mismatch"].includes(status);
    expect((await liveOnboardingOrder(db, rosa))?.id).toBe(isOver ? undefined : id);
    expect(await liveOnboardingOrder(db, other)).toBeUndefined();
    expect(await hasUnresolvedOrder(db, rosa, "onboarding")).toBe(isUnresolved);
    expect(await hasUnresolvedOrder(db, rosa, "cart")).toBe(false);
    expect(await hasUnresolvedOrder(db, other, "onboarding")).toBe(false);
  });

  test("of the visit was attempted since a moment, that one included", async () => {
    const { db } = server.services;
    await add(rosa, 5, { kind: "onboarding", status: "failed" });
    await add(rosa, 7);
    const since = (number: number, id = rosa) => hasOnboardingAttemptSince(db, id, minute(number));
    expect([await since(5), await since(6), await since(5, other)]).toEqual([true, false, false]);
  });

  test("is the first that was paid, unless it cost nothing or was refunded", async () => {
    const free = { total_cents: 0, subtotal_cents: 500, tax_cents: 0, shipping_cents: 0 };
    const isFirst = (patientId: string, orderId: string) =>
      isFirstPaidOrder(server.services.db, { patientId, orderId });
    await add(rosa, 0, { status: "failed" });
    const [second, first] = [await add(rosa, 2), await add(rosa, 1, { status: "delivered" })];
    expect([await isFirst(rosa, first), await isFirst(rosa, second), await isFirst(other, first)]).toEqual([
      true,
      false,
      false,
    ]);
    const { ids, waysToLie } = ties();
    for (const way of waysToLie) {
      await server.services.db.deleteFrom("customer_order").where("patient_id", "=", other).execute();
      for (const id of way) await add(other, 5, { id });
      const found = (orderId: string) =>
        withoutIndexes(server, (tx) => isFirstPaidOrder(tx, { patientId: other, orderId }));
      expect([await found(ids[0]), await found(ids[1])]).toEqual([true, false]);
    }
    const refunded = await add(other, 1, { status: "refunded" });
    expect([await isFirst(other, refunded), await isFirst(other, await add(other, 2))]).toEqual([false, false]);
    const [third] = [(await server.newPatient()).id];
    expect(await isFirst(third, await add(third, 1, free))).toBe(false);
  });
});

describe("a move of an order", () => {
  test.each(orderStatuses.filter((to) => to !== "pending"))(
    "to %s is made where it is allowed, of this order alone",
    async (to) => {
      for (const from of orderStatuses) {
        const [own, others] = [
          await add(rosa, 1, { status: from, idempotency_key: null, kind: "cart" }),
          await add(other, 1, { status: from }),
        ];
        const isAllowed = statusesBefore(to).includes(from);
        expect(await inTx((tx) => transitionOrder(tx, own, to, minute(9), "expired_card")), `${from} → ${to}`).toBe(
          isAllowed,
        );
        const after = await orderById(server.services.db, own);
        const isNumbered = isAllowed && ["authorized", "paid"].includes(to);
        expect(after).toMatchObject({
          ...{ status: isAllowed ? to : from, updated_at: minute(isAllowed ? 9 : 1) },
          ...{
            decline_code: isAllowed ? "expired_card" : null,
            number: isNumbered ? expect.stringMatching(/^\d+$/) : null,
          },
        });
        expect(await orderById(server.services.db, others)).toMatchObject({ status: from, updated_at: minute(1) });
        if (isAllowed) expect(canTransition(from, to)).toBe(true);
      }
    },
  );

  test("keeps its number and its decline", async () => {
    const id = await add(rosa, 1, { status: "authorized", number: newId(), decline_code: "lost_card" });
    const before = await orderById(server.services.db, id);
    await inTx((tx) => transitionOrder(tx, id, "paid", minute(2)));
    expect(await orderById(server.services.db, id)).toEqual({ ...before, status: "paid", updated_at: minute(2) });
  });

  test.each<["paid" | "shipped", readonly string[]]>([
    ["paid", ["shipped", "delivered"]],
    ["shipped", ["delivered"]],
  ])("back to %s is made of one that came back, which hasn't arrived then", async (to, before) => {
    for (const status of orderStatuses) {
      const [own, others] = [await add(rosa, 1, { status }), await add(other, 1, { status })];
      for (const id of [own, others])
        for (const event of ["paid", "delivered"]) await inTx((tx) => recordOrderEvent(tx, id, event, minute(2)));
      await inTx((tx) => reopenReturnedOrder(tx, own, to, minute(9)));
      const isReopened = before.includes(status);
      expect(await orderById(server.services.db, own), status).toMatchObject({
        ...{ status: isReopened ? to : status, updated_at: minute(isReopened ? 9 : 1) },
      });
      expect((await eventsOf(own)).map(({ event }) => event)).toEqual(["paid"]);
      expect(await eventsOf(others)).toHaveLength(2);
      expect(await orderById(server.services.db, others)).toMatchObject({ status });
    }
  });
});

test("an event of an order is recorded once, renewed, and corrected, each alone", async () => {
  const [own, others] = [await add(rosa, 1), await add(other, 1)];
  const record = (id: string, event: string, at: number, detail?: string) =>
    inTx((tx) => recordOrderEvent(tx, id, event, minute(at), detail));
  expect([await record(own, "shipped", 1, "UPS 1"), await record(own, "shipped", 2, "UPS 2")]).toEqual([true, false]);
  await record(own, "paid", 0);
  await record(others, "shipped", 1, "UPS 3");
  const shipped = { event: "shipped", at: minute(1), detail: "UPS 1" };
  const paid = { event: "paid", at: minute(0), detail: null };
  expect(await eventsOf(own)).toEqual([paid, shipped]);
  await inTx((tx) => correctOrderEvent(tx, own, "shipped", null));
  expect(await eventsOf(own)).toEqual([paid, shipped]);
  await inTx((tx) => correctOrderEvent(tx, own, "shipped", "UPS 4"));
  expect(await eventsOf(own)).toEqual([paid, { ...shipped, detail: "UPS 4" }]);
  await inTx((tx) => renewOrderEvent(tx, own, "shipped", minute(5), "UPS 5"));
  const renewed = { event: "shipped", at: minute(5), detail: "UPS 5" };
  expect(await eventsOf(own)).toEqual([paid, renewed]);
  await inTx((tx) => renewOrderEvent(tx, own, "delivered", minute(6), null));
  expect(await eventsOf(own)).toEqual([paid, renewed, { event: "delivered", at: minute(6), detail: null }]);
  expect(await eventsOf(others)).toEqual([{ ...shipped, detail: "UPS 3" }]);
});

test("a line that has left isn't cancelled any more, though another one of its product is", async () => {
  const id = await add(rosa, 1);
  await addLine(server, id, 2);
  await addLine(server, id, 1, { days_supply: 84, unit_price_cents: 0, discount_cents: 0, tax_cents: 0 });
  await server.services.db
    .insertInto("shipment")
    .values({ order_id: id, carrier: "Meadow Post", tracking_number: "MP-1", shipped_at: minute(2) })
    .execute();
  await server.services.db
    .insertInto("order_fill")
    .values({ id: newId(), order_id: id, line: 1, parcel: 1, packed_at: minute(2) })
    .execute();
  await inTx((tx) => cancelLine(tx, id, "magnesium", minute(3)));
  const lines = await linesOf(server.services.db, [id]);
  expect(lines.map(({ line, cancelled_at }) => [line, cancelled_at])).toEqual([
    [1, null],
    [2, minute(3)],
  ]);
});

test.each([
  ["one of two parcels has arrived", [minute(5), null], "shipped"],
  ["both have arrived", [minute(5), minute(4)], "delivered"],
] as const)("once the last line to come is cancelled and %s, the order is so far", async (_, arrivals, status) => {
  const { db } = server.services;
  const id = await add(rosa, 1);
  await addLine(server, id, 2);
  await addLine(server, id, 1, { days_supply: 84, unit_price_cents: 0, discount_cents: 0, tax_cents: 0 });
  const numbers = (await linesOf(db, [id])).map(({ line }) => line);
  expect(numbers.length).toBeGreaterThan(1);
  for (const [index, delivered_at] of arrivals.entries()) {
    const parcel = index + 1;
    const sent = { carrier: "Meadow Post", tracking_number: `MP-${parcel}`, shipped_at: minute(2), delivered_at };
    await db
      .insertInto("shipment")
      .values({ order_id: id, parcel, ...sent })
      .execute();
    await db
      .insertInto("order_fill")
      .values({ id: newId(), order_id: id, line: numbers[0] ?? 0, parcel, packed_at: minute(2) })
      .execute();
  }
  await db.updateTable("customer_order").set({ status: "shipped" }).where("id", "=", id).execute();
  await inTx((tx) => cancelLine(tx, id, "magnesium", minute(6)));
  expect((await orderById(db, id))?.status).toBe(status);
});

test("a line is cancelled once, it alone", async () => {
  const [own, others] = [await add(rosa, 1), await add(other, 1)];
  for (const id of [own, others]) {
    const free = { unit_price_cents: 0, discount_cents: 0, tax_cents: 0 };
    await addLine(server, id, 2);
    await addLine(server, id, 1, { product_id: "zinc", ...free });
  }
  for (const at of [3, 4]) await inTx((tx) => cancelLine(tx, own, "zinc", minute(at)));
  const lines = await linesOf(server.services.db, [own, others]);
  const of = (id: string) =>
    lines.filter(({ order_id }) => order_id === id).map(({ product_id, cancelled_at }) => [product_id, cancelled_at]);
  expect([of(own), of(others)]).toEqual([
    [
      ["zinc", minute(3)],
      ["magnesium", null],
    ],
    [
      ["zinc", null],
      ["magnesium", null],
    ],
  ]);
});

describe("orders in lists", () => {
  test("unconfirmed: of a kind and status, of one patient or until a moment, newest first", async () => {
    const { db } = server.services;
    const [first, second] = [await add(rosa, 1), await add(rosa, 2, { status: "authorized" })];
    const confirmed = await add(rosa, 3);
    await inTx((tx) => recordOrderEvent(tx, confirmed, "confirmed", minute(3)));
    await inTx((tx) => recordOrderEvent(tx, first, "paid", minute(3)));
    const another = [await add(rosa, 3, { kind: "renewal" }), await add(rosa, 3, { status: "shipped" })];
    const others = await add(other, 3);
    const found = async (more: object = {}) =>
      (await unconfirmedOrders(db, { kind: "cart", statuses: ["paid", "authorized"], ...more })).filter(({ id }) =>
        [first, second, confirmed, others, ...another].includes(id),
      );
    const [one, two] = [
      { id: first, status: "paid" },
      { id: second, status: "authorized" },
    ];
    expect(await found({ patientId: rosa })).toEqual([two, one]);
    expect(await found({ patientId: rosa, until: minute(1) })).toEqual([one]);
    // Other files' patients order today, and no more than two hundred are found.
    expect(await found({ until: minute(3) })).toEqual([{ id: others, status: "paid" }, two, one]);
    for (let count = 0; count < 201; count += 1) await add(other, 5, { kind: "upsell" });
    expect(await unconfirmedOrders(db, { kind: "upsell", statuses: ["paid"], patientId: other })).toHaveLength(200);
  });

  test("in a status: oldest first, those of one moment in one order, page by page", async () => {
    const { ids, waysToLie } = ties();
    for (const [one, two] of waysToLie) {
      const { db } = server.services;
      await db.deleteFrom("customer_order").where("patient_id", "in", [rosa, other]).execute();
      await add(rosa, 1, { id: one, status: "mismatch" });
      await add(other, 1, { id: two, status: "unknown" });
      const [last, first] = [await add(rosa, 2, { status: "unknown" }), await add(rosa, 0, { status: "unknown" })];
      await add(rosa, 0, { status: "voided" });
      const list = (cursor: { at: Date; id: string } | null = null, limit = 99) =>
        withoutIndexes(server, (tx) => ordersInStatus(tx, ["mismatch", "unknown"], cursor, limit));
      const mine = [first, ...ids, last];
      const found = (await list()).filter(({ id }) => mine.includes(id));
      expect(found.map(({ id }) => id)).toEqual(mine);
      expect(found[1]).toEqual({ id: ids[0], patientId: ids[0] === one ? rosa : other, at: minute(1) });
      expect((await list({ at: minute(1), id: ids[0] })).map(({ id }) => id).filter((id) => mine.includes(id))).toEqual(
        [ids[1], last],
      );
      expect(await list(null, 1)).toHaveLength(1);
    }
  });

  test("of a patient: newest first, in one order; those with accepted terms are the ones placed by themselves", async () => {
    const { ids, waysToLie } = ties();
    const { db } = server.services;
    for (const [one, two] of waysToLie) {
      await db.deleteFrom("customer_order").where("patient_id", "=", rosa).execute();
      for (const id of [one, two]) await add(rosa, 1, { id, number: newId(), terms_version: "t1" });
      const [newest, oldest] = [await add(rosa, 2, { number: newId() }), await add(rosa, 0, { number: newId() })];
      const renewal = await add(rosa, 3, { number: newId(), kind: "renewal" });
      const unplaced = await add(rosa, 4, { status: "failed" });
      const all = await withoutIndexes(server, (tx) => orderRows(tx, rosa).execute());
      const byAge = [newest, ...ids.toReversed(), oldest];
      expect(all.map(({ id }) => id)).toEqual([unplaced, renewal, ...byAge]);
      const accepted = await withoutIndexes(server, (tx) => acceptedOrderTerms(tx, rosa, 9));
      expect(accepted.map(({ id }) => id)).toEqual(byAge);
      expect(accepted[1]).toEqual({ id: ids[1], version: "t1", at: minute(1) });
      expect(await acceptedOrderTerms(db, rosa, 1)).toHaveLength(1);
    }
    await add(other, 9, { number: newId() });
    expect(await orderRows(db, other).execute()).toHaveLength(1);
    expect(await acceptedOrderTerms(db, other, 9)).toHaveLength(1);
  });

  test("that were paid: with their lines and address, oldest first; the first with a product", async () => {
    const { ids, waysToLie } = ties();
    const { db } = server.services;
    for (const [one, two] of waysToLie) {
      await db
        .deleteFrom("order_line")
        .where("order_id", "in", [...ids])
        .execute();
      await db
        .deleteFrom("customer_order")
        .where("id", "in", [...ids])
        .execute();
      const status = { status: "shipped" } as const;
      for (const id of [one, two]) await add(rosa, 1, { id, ...status });
      for (const id of [one, two]) await addLine(server, id, 1, { product_id: "zinc" });
      const paid = await withoutIndexes(server, (tx) => paidOrdersOf({ ...server.services, db: tx }, rosa));
      expect(paid.map(({ id, lines }) => [id, lines.map(({ product_id }) => product_id)])).toEqual(
        ids.map((id) => [id, ["zinc"]]),
      );
      const first = await withoutIndexes(server, (tx) => firstPurchase(tx, rosa, "zinc"));
      expect(first).toEqual({ orderId: ids[0], placedAt: minute(1) });
    }
    const [late, early] = [await add(rosa, 3, { status: "refunded" }), await add(rosa, 0)];
    await addLine(server, late, 1);
    await addLine(server, await add(rosa, 0, { status: "voided" }), 1);
    await addLine(server, await add(other, 0), 1);
    const orders = await paidOrdersOf(server.services, rosa);
    expect(orders.map(({ id }) => id)).toEqual([early, ...ids, late]);
    expect(orders[0]).toMatchObject({ lines: [], shipTo: { address1: "1 Elm Street", zipcode: "50010" } });
    expect(await firstPurchase(db, rosa, "magnesium")).toEqual({ orderId: late, placedAt: minute(3) });
    expect(await firstPurchase(db, rosa, "nothing")).toBeUndefined();
    expect(await paidOrdersOf(server.services, newId())).toEqual([]);
  });
});
