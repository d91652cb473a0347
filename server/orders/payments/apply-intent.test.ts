import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { intentById } from "#server/payment/charges/payment-intents.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Intent, IntentStatus } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { canTransition, decideTransition, isClosedUnpaid, orderStatuses } from "../order-status.ts";
import { orderById, recordOrderEvent } from "../orders.ts";
import { orderQueues } from "../queues.ts";
import { addCharge, addOrder, minute } from "../testing/order-rows.ts";
import { applyIntent, failOrder, markUnknown } from "./apply-intent.ts";
import { keepsDiscounts } from "./keeps-discounts.ts";

let server: TestServer;
let rosa: string;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  rosa = (await server.newPatient()).id;
});

/** The services of the ninth minute, and what is enqueued by them. */
function atNine() {
  const enqueued: [queue: string, data: { readonly orderId?: string }][] = [];
  const enqueue = (_: unknown, queue: string, data: { readonly orderId?: string }) => {
    enqueued.push([queue, data]);
    return Promise.resolve();
  };
  const { services } = server;
  const clock = { ...services.clock, now: () => minute(9) };
  return { enqueued, services: { ...services, clock, jobs: { ...services.jobs, enqueue } } as typeof services };
}
const intentFor = (gatewayId: string, orderId: string, values: Partial<Intent> = {}): Intent => ({
  ...{ id: gatewayId, status: "requires_capture" as IntentStatus, amount: 700, currency: "usd", amountCaptured: 0 },
  ...{ amountRefunded: 0, orderId, customer: null, chargeKey: null, chargeFor: [], ...values },
});
async function placed(values: Parameters<typeof addOrder>[3] = {}, ofCharge: Parameters<typeof addCharge>[2] = {}) {
  const order = await addOrder(server, rosa, 1, { status: "authorizing", ...values });
  return { order, charge: await addCharge(server, order, ofCharge) };
}
/** A discount that this order uses. */
async function addDiscount(orderId: string): Promise<string> {
  const id = newId();
  const discount = { id, patient_id: rosa, source: "friend", source_id: id, code: id, percent: 10 } as const;
  await server.services.db
    .insertInto("earned_discount")
    .values({ ...discount, earned_at: minute(0), order_id: orderId, used_at: minute(1) })
    .execute();
  return id;
}
const orderOfDiscount = async (id: string) =>
  (await server.services.db.selectFrom("earned_discount").select("order_id").where("id", "=", id).executeTakeFirst())
    ?.order_id;
const eventsOf = async (id: string) =>
  (await server.services.db.selectFrom("order_event").select("event").where("order_id", "=", id).execute()).map(
    ({ event }) => event,
  );
const ledgerOf = async (id: string) =>
  Object.fromEntries(
    (
      await server.services.db
        .selectFrom("ledger_entry")
        .select(["account", "amount_cents"])
        .where("order_id", "=", id)
        .execute()
    ).map(({ account, amount_cents }) => [account, amount_cents]),
  );
const releasesOf = (orderId: string) =>
  server.services.db
    .selectFrom("payment_release")
    .select(["gateway_intent_id as id", "reason"])
    .where("order_id", "=", orderId)
    .execute();
const cardOf = (id: string) =>
  server.services.db.selectFrom("payment_source").selectAll().where("id", "=", id).executeTakeFirst();

const intents: readonly (readonly [name: string, values: Partial<Intent>])[] = [
  ["authorized", {}],
  ["captured", { status: "succeeded", amountCaptured: 700 }],
  ["voided", { status: "canceled" }],
  ["declined", { status: "requires_payment_method", lastDecline: { code: "expired_card", final: false } }],
  ["at the bank", { status: "processing" }],
  ["too much", { status: "succeeded", amount: 701, amountCaptured: 701 }],
];
/** What the row of a charge is by what the gateway says. */
const rowStatuses: Readonly<Record<string, string>> = {
  ...{ authorized: "requires_capture", captured: "succeeded", voided: "canceled", declined: "declined" },
  ...{ "at the bank": "unknown", "too much": "succeeded" },
};

describe.each(orderStatuses)("an order that is %s", (status) => {
  test.each(intents)("and whose charge is %s", async (name, values) => {
    const { order, charge } = await placed({ status });
    const discount = await addDiscount(order.id);
    const intent = intentFor(charge.gatewayId, order.id, values);
    const { enqueued, services } = atNine();
    const { nextStatus, release } = decideTransition({ status, totalCents: 700, currency: "usd" }, intent);
    const after = nextStatus ?? status;
    expect(await applyIntent(services, order.id, intent)).toBe(after);
    expect(await orderById(services.db, order.id)).toMatchObject({
      ...{ status: after, decline_code: nextStatus !== null && name === "declined" ? "expired_card" : null },
    });
    const row = await intentById(services.db, charge.id);
    expect(row?.status).toBe(
      isClosedUnpaid(status) ? "created" : nextStatus === "mismatch" ? "mismatch" : rowStatuses[name],
    );
    const isKept = nextStatus === null || !["voided", "failed"].includes(nextStatus);
    expect(await orderOfDiscount(discount)).toBe(isKept ? order.id : null);
    const isRecorded = nextStatus !== null && ["voided", "authorized", "paid", "mismatch"].includes(nextStatus);
    expect(await eventsOf(order.id)).toEqual(isRecorded ? [nextStatus] : []);
    expect(await ledgerOf(order.id)).toEqual(
      nextStatus === "paid" ? { gateway: 700, discounts: 500, sales: -1000, shipping: -80, tax: -120 } : {},
    );
    const mismatch = await services.db
      .selectFrom("payment_mismatch")
      .selectAll()
      .where("order_id", "=", order.id)
      .executeTakeFirst();
    const differs = after === "mismatch";
    expect(mismatch?.gateway_intent_id).toBe(differs ? intent.id : undefined);
    const isAlarm = server.logged().includes(`"order":"${order.id}","charge":"${charge.id}"`);
    expect(isAlarm).toBe(nextStatus === "mismatch");
    const isOver = "a charge for an order that is over";
    expect(await releasesOf(order.id)).toEqual(release ? [{ id: intent.id, reason: isOver }] : []);
    const orderId = { orderId: order.id };
    const isPlaced = ["authorizing", "unknown"].includes(status) && ["authorized", "paid"].includes(after);
    const queues = enqueued.filter(([, data]) => data.orderId === order.id);
    expect(queues).toEqual([
      ...(differs ? [[orderQueues.mismatch, orderId]] : []),
      ...(nextStatus !== null && status === "authorized" ? [[orderQueues.settled, orderId]] : []),
      ...(isPlaced ? [[orderQueues.placed, orderId]] : []),
    ]);
  });

  test("and whose charge was never made fails, where it may, and is unknown, where it may be", async () => {
    for (const [work, to, code] of [
      [(id: string) => failOrder(atNine().services, id, "lost_card"), "failed", "lost_card"],
      [(id: string) => markUnknown(atNine().services, id), "unknown", null],
    ] as const) {
      const { order, charge } = await placed({ status });
      const isMoved = canTransition(status, to);
      expect(await work(order.id)).toBe(isMoved ? to : status);
      expect(await orderById(server.services.db, order.id)).toMatchObject({
        ...{ status: isMoved ? to : status, decline_code: isMoved ? code : null },
      });
      const rowStatus = (await intentById(server.services.db, charge.id))?.status;
      expect(rowStatus).toBe(isMoved ? (to === "failed" ? "declined" : "unknown") : "created");
    }
  });
});

test("a second charge for an order is given back, and one for no order is none of ours", async () => {
  const { order, charge } = await placed();
  const { services } = atNine();
  const second = intentFor(`pi_${newId()}`, order.id);
  expect(await applyIntent(services, order.id, second)).toBe("authorizing");
  expect(await releasesOf(order.id)).toEqual([{ id: second.id, reason: "a second charge for the order" }]);
  expect((await intentById(services.db, charge.id))?.status).toBe("created");
  expect(await applyIntent(services, newId(), second)).toBeNull();
  const unnamed = await placed({}, { gateway_intent_id: null });
  expect(await applyIntent(services, unnamed.order.id, intentFor(`pi_${newId()}`, unnamed.order.id))).toBe(
    "authorized",
  );
});

test("a card whose bank won't have it charged again is refused, it alone", async () => {
  const declined = (final: boolean) =>
    ({ status: "requires_payment_method", lastDecline: { code: "lost_card", final } }) as const;
  const [soft, hard, others] = [await placed(), await placed(), await placed()];
  for (const [{ order, charge }, final] of [
    [soft, false],
    [hard, true],
  ] as const)
    await applyIntent(atNine().services, order.id, intentFor(charge.gatewayId, order.id, declined(final)));
  expect((await cardOf(soft.charge.cardId))?.refused_at).toBeNull();
  expect((await cardOf(hard.charge.cardId))?.refused_at).toEqual(minute(9));
  expect((await cardOf(others.charge.cardId))?.refused_at).toBeNull();
});

test.each<[string, { kind?: "renewal" | "upsell"; capture_or_void?: "capture" | "void"; event?: string }, boolean]>([
  ["no", {}, false],
  ["a void", { capture_or_void: "void" }, false],
  ["a capture", { capture_or_void: "capture" }, true],
  ["a renewal", { kind: "renewal" }, true],
  ["an approval", { event: "approved" }, true],
  ["an approval that is voided", { event: "approved", capture_or_void: "void" }, true],
  ["a payment", { event: "paid" }, false],
])(
  "an unpaid order keeps its discounts: with %s",
  async (_, { kind = "upsell", capture_or_void = null, event }, keeps) => {
    const [order, other] = [await addOrder(server, rosa, 1, { kind }), await addOrder(server, rosa, 2)];
    const record = (id: string, name: string) =>
      inTransaction(server.services, ({ db }) => recordOrderEvent(db, id, name, minute(1)));
    if (event !== undefined) await record(order.id, event);
    await record(other.id, "approved");
    expect(await keepsDiscounts(server.services.db, order, { capture_or_void })).toBe(keeps);
  },
);
