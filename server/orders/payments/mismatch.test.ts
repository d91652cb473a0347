import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { intentById } from "#server/payment/charges/payment-intents.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { orderStatuses } from "../order-status.ts";
import { orderById } from "../orders.ts";
import { orderQueues } from "../queues.ts";
import { addCharge, addOrder, minute } from "../testing/order-rows.ts";
import { refusal } from "../testing/shop.ts";
import {
  acceptObstacle,
  decidedMismatches,
  isGivenBack,
  mismatchesOf,
  notifyOfMismatch,
  recordMismatch,
  resolveMismatch,
} from "./mismatch.ts";

const expected = { totalCents: 4028, currency: "usd" };
const actual = { capturedCents: 4028, refundedCents: 0, currency: "usd" };

test.each([
  ["all of it", actual, null],
  ["more than it", { ...actual, capturedCents: 5000 }, null],
  ["more, of which some was given back", { ...actual, capturedCents: 5000, refundedCents: 972 }, null],
  ["less", { ...actual, capturedCents: 4027 }, "Less was taken"],
  ["all, of which some was given back", { ...actual, refundedCents: 1 }, "Less was taken"],
  ["a hold", { ...actual, capturedCents: 0 }, "Less was taken"],
  ["another currency", { ...actual, currency: "eur" }, "another currency"],
])("an order can be paid by what was captured, or it cannot: %s", (_, amounts, obstacle) => {
  const answer = acceptObstacle(amounts, expected);
  if (obstacle === null) expect(answer).toBeNull();
  else expect(answer).toContain(obstacle);
});

let server: TestServer;
let rosa: string;
let enqueued: unknown[] = [];
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  rosa = (await server.newPatient()).id;
  enqueued = [];
});

/** The services of this minute. */
const at = (number: number) => {
  const { services } = server;
  const enqueue = (_: unknown, queue: string, data: unknown) => Promise.resolve(void enqueued.push([queue, data]));
  const refuse = (code: string, more: object) => new Refusal(code as never, more);
  const clock = { ...services.clock, now: () => minute(number) };
  return { ...services, clock, jobs: { ...services.jobs, enqueue }, refuse } as never as Parameters<
    typeof resolveMismatch
  >[0];
};
const gatewayState = (id: string, values: Partial<Intent> = {}) =>
  ({
    id,
    status: "succeeded",
    amount: 900,
    amountCaptured: 900,
    amountRefunded: 0,
    currency: "usd",
    ...values,
  }) as Intent;
/** An order of 700 cents for which the gateway captured 900. */
async function differing(values: Partial<Intent> = {}, ofCharge: Parameters<typeof addCharge>[2] = {}) {
  const order = await addOrder(server, rosa, 1, { status: "mismatch" });
  const charge = await addCharge(server, order, { status: "mismatch", ...ofCharge });
  const record = (more: Partial<Intent> = {}) =>
    inTransaction(at(2), ({ db }) =>
      recordMismatch(db, at(2), order.id, gatewayState(charge.gatewayId, { ...values, ...more })),
    );
  await record();
  return { order, charge, record };
}
const rowOf = (orderId: string) =>
  server.services.db.selectFrom("payment_mismatch").selectAll().where("order_id", "=", orderId).executeTakeFirst();
const view = async (orderId: string) => (await mismatchesOf(server.services.db, [orderId])).get(orderId);
const ledgerOf = async (orderId: string) => {
  const rows = await server.services.db
    .selectFrom("ledger_entry")
    .selectAll()
    .where("order_id", "=", orderId)
    .execute();
  return Object.fromEntries(rows.map(({ account, amount_cents }) => [account, amount_cents]));
};
const releasesOf = (orderId: string) =>
  server.services.db
    .selectFrom("payment_release")
    .select(["gateway_intent_id as id", "reason"])
    .where("order_id", "=", orderId)
    .execute();

test("the gateway's state is recorded as it is now, of this order, and told once", async () => {
  const [own, other] = [await differing(), await differing()];
  await own.record({ status: "requires_capture", amount: 800, amountCaptured: 1, amountRefunded: 2, currency: "eur" });
  expect(await rowOf(own.order.id)).toMatchObject({
    ...{ gateway_intent_id: own.charge.gatewayId, intent_status: "requires_capture", amount_cents: 800 },
    ...{ captured_cents: 1, refunded_cents: 2, currency: "eur", detected_at: minute(2), outcome: null },
  });
  expect(await rowOf(other.order.id)).toMatchObject({ amount_cents: 900, captured_cents: 900, currency: "usd" });
  expect(enqueued).toEqual([own, other].map(({ order }) => [orderQueues.mismatch, { orderId: order.id }]));
});

test("the practice's mail names the order by its number, and by its id until it has one", async () => {
  const [numbered, other] = [await differing(), await differing()];
  const number = newId().slice(-9);
  await server.services.db.updateTable("customer_order").set({ number }).where("id", "=", numbered.order.id).execute();
  for (const { order } of [numbered, other]) await notifyOfMismatch(server.services, order.id);
  await server.jobs.drain();
  const mails = await server.mailbox.list(server.services.content.brand.supportemail);
  const about = (name: string) => mails.filter(({ text }) => text.includes(name)).length;
  expect([about(number), about(numbered.order.id), about(other.order.id)]).toEqual([1, 0, 1]);
});

describe("the practice's decision", () => {
  test("to accept pays the order by what was taken, and gives back what is over", async () => {
    const [own, other] = [await differing({ amountRefunded: 50 }), await differing()];
    enqueued = [];
    await resolveMismatch(at(5), own.order.id, "accept", "key:desk");
    expect((await orderById(server.services.db, own.order.id))?.status).toBe("paid");
    expect(await intentById(server.services.db, own.charge.id)).toMatchObject({
      status: "succeeded",
      captured_cents: 850,
    });
    const posted = { gateway: 850, discounts: 500, sales: -1000, shipping: -80, tax: -120, refunds: -150 };
    expect(await ledgerOf(own.order.id)).toEqual(posted);
    const refunds = await server.services.db
      .selectFrom("refund")
      .selectAll()
      .where("payment_intent_id", "=", own.charge.id)
      .execute();
    expect(refunds).toMatchObject([{ amount_cents: 150, reason: "Taken too much" }]);
    const events = server.services.db.selectFrom("order_event").select(["event", "at"]);
    expect(await events.where("order_id", "=", own.order.id).execute()).toEqual([{ event: "paid", at: minute(5) }]);
    for (const queue of [orderQueues.placed, orderQueues.settled])
      expect(enqueued).toContainEqual([queue, { orderId: own.order.id }]);
    expect(await rowOf(own.order.id)).toMatchObject({
      outcome: "accept",
      decided_at: minute(5),
      decided_by: "key:desk",
    });
    expect(await rowOf(other.order.id)).toMatchObject({ outcome: null, decided_at: null });
    expect(await isGivenBack(server.services.db, own.order.id)).toBe(false);
    const { decision } = (await view(own.order.id)) ?? {};
    expect(decision).toEqual({ outcome: "accept", at: minute(5), by: "key:desk", givingBack: false });
  });

  test("gives back nothing of what is exactly the price", async () => {
    const { order, charge } = await differing({ amountRefunded: 200 });
    await resolveMismatch(at(5), order.id, "accept");
    const refunds = server.services.db.selectFrom("refund").selectAll().where("payment_intent_id", "=", charge.id);
    expect(await refunds.execute()).toEqual([]);
  });

  test("to release gives all of it back, until the gateway has confirmed it", async () => {
    const { db } = server.services;
    const [own, other] = [await differing(), await differing()];
    enqueued = [];
    await resolveMismatch(at(5), own.order.id, "release");
    expect(enqueued).toContainEqual([orderQueues.settled, { orderId: own.order.id }]);
    expect((await orderById(db, own.order.id))?.status).toBe("voided");
    expect((await intentById(db, own.charge.id))?.status).toBe("canceled");
    const reason = "the practice released what differs from the order";
    expect(await releasesOf(own.order.id)).toEqual([{ id: own.charge.gatewayId, reason }]);
    expect(await releasesOf(other.order.id)).toEqual([]);
    expect([await isGivenBack(db, own.order.id), await isGivenBack(db, other.order.id)]).toEqual([true, false]);
    const decision = { outcome: "release", at: minute(5), by: null };
    expect((await view(own.order.id))?.decision).toEqual({ ...decision, givingBack: true });
    await db
      .updateTable("payment_release")
      .set({ completed_at: minute(6) })
      .where("order_id", "=", own.order.id)
      .execute();
    expect((await view(own.order.id))?.decision).toEqual({ ...decision, givingBack: false });
    expect((await view(other.order.id))?.decision).toBeNull();
    expect(await ledgerOf(own.order.id)).toEqual({});
  });

  test.each([
    ["less was taken", { amountCaptured: 699 }, {}],
    ["another currency was", { currency: "eur" }, {}],
    ["the order is to be voided", {}, { capture_or_void: "void" }],
  ] as const)("is to release where %s", async (_, values, ofCharge) => {
    const { order } = await differing(values, ofCharge);
    expect((await view(order.id))?.obstacle).toMatch(/release/i);
    expect(await refusal(resolveMismatch(at(5), order.id, "accept"))).toBe("wrong_state");
    expect((await orderById(server.services.db, order.id))?.status).toBe("mismatch");
    await resolveMismatch(at(5), order.id, "release");
    expect((await orderById(server.services.db, order.id))?.status).toBe("voided");
  });

  test("is needed of an order that differs only", async () => {
    for (const status of orderStatuses.filter((each) => each !== "mismatch")) {
      const order = await addOrder(server, rosa, 1, { status, kind: "cart" });
      await addCharge(server, order);
      expect(await refusal(resolveMismatch(at(5), order.id, "release")), status).toBe("wrong_state");
    }
    expect(await refusal(resolveMismatch(at(5), newId(), "release"))).toBe("not_found");
  });
});

test("what was charged is said of each order, in cents", async () => {
  const held = { status: "requires_capture", amount: 650, amountCaptured: 0 } as const;
  const [captured, authorized] = [await differing({ amountRefunded: 20 }), await differing(held)];
  await addCharge(server, captured.order, { capture_or_void: null, created_at: minute(1), status: "canceled" });
  const { db } = server.services;
  const found = await mismatchesOf(db, [captured.order.id, authorized.order.id]);
  expect(found.get(captured.order.id)).toEqual({
    ...{ capturedCents: 880, authorizedCents: 0, currency: "usd", obstacle: null, decision: null },
  });
  expect(found.get(authorized.order.id)).toMatchObject({ capturedCents: 0, authorizedCents: 650 });
  expect([...(await mismatchesOf(db, [authorized.order.id])).keys()]).toEqual([authorized.order.id]);
  expect(await mismatchesOf(db, [])).toEqual(new Map());
});

test("decisions of the last two weeks are listed, newest first, those of one moment in one order", async () => {
  const { db } = server.services;
  const decided = async (orderId: string, days: number) =>
    db
      .updateTable("payment_mismatch")
      .set({ outcome: "accept", decided_at: new Date(minute(0).getTime() + days * 86_400_000) })
      .where("order_id", "=", orderId)
      .execute();
  const all = [await differing(), await differing(), await differing(), await differing(), await differing()];
  const [one = "", two = "", newest = "", old = ""] = all.map(({ order }) => order.id);
  await decided(newest, 14);
  await decided(old, 0);
  for (const way of [
    [one, two],
    [two, one],
  ]) {
    for (const id of way) await decided(id, 1);
    const list = (cursor: { at: Date; id: string } | null, limit = 9) =>
      withoutIndexes(server, (tx) =>
        decidedMismatches(
          { db: tx, clock: { now: () => new Date(minute(0).getTime() + 14 * 86_400_000) } as never },
          cursor,
          limit,
        ),
      );
    const found = (await list(null)).filter(({ patientId }) => patientId === rosa);
    const [larger = "", smaller = ""] = [one, two].toSorted().toReversed();
    expect(found.map(({ id }) => id)).toEqual([newest, larger, smaller]);
    const after = { at: new Date(minute(0).getTime() + 86_400_000), id: larger };
    expect((await list(after)).map(({ id }) => id).filter((id) => [one, two, newest].includes(id))).toEqual([smaller]);
    expect(await list(null, 1)).toHaveLength(1);
  }
});
