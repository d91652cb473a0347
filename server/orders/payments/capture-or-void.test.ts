import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { intentById } from "#server/payment/charges/payment-intents.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { addFilledLine, changesBy, patch, twoPrescribed } from "#server/prescriptions/testing/prescription-rows.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { type OrderStatus, orderStatuses } from "../order-status.ts";
import { orderById, recordOrderEvent } from "../orders.ts";
import { addCharge, addOrder, minute } from "../testing/order-rows.ts";
import { refusal } from "../testing/shop.ts";
import {
  captureApprovedOrder,
  markRefunded,
  recordFulfillment,
  refundOrder,
  voidDeclinedOrder,
  voidUnsentOrder,
  voidWithdrawnOrder,
} from "./capture-or-void.ts";

let server: TestServer;
let rosa: string;
let enqueued: unknown[] = [];
let services: Parameters<typeof captureApprovedOrder>[0] & Parameters<typeof markRefunded>[0];
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  rosa = (await server.newPatient()).id;
  enqueued = [];
  const enqueue = (_: unknown, queue: string, data: unknown) => Promise.resolve(void enqueued.push([queue, data]));
  const { services: own } = server;
  const clock = { ...own.clock, now: () => minute(9) };
  const refuse = (code: string) => new Refusal(code as never);
  services = { ...own, clock, jobs: { ...own.jobs, enqueue }, refuse } as never;
});

async function placed(status: OrderStatus, ofCharge: Parameters<typeof addCharge>[2] = {}) {
  const order = await addOrder(server, rosa, 1, { status });
  const charge = await addCharge(server, order, ofCharge);
  const discount = {
    id: newId(),
    patient_id: rosa,
    source: "friend",
    source_id: newId(),
    code: "A",
    percent: 10,
  } as const;
  await server.services.db
    .insertInto("earned_discount")
    .values({ ...discount, earned_at: minute(0), order_id: order.id, used_at: minute(1) })
    .execute();
  const isDiscountKept = async () =>
    (
      await server.services.db
        .selectFrom("earned_discount")
        .select("order_id")
        .where("id", "=", discount.id)
        .executeTakeFirst()
    )?.order_id === order.id;
  return { order, charge, isDiscountKept };
}
const eventsOf = (id: string) =>
  server.services.db
    .selectFrom("order_event")
    .select(["event", "at", "detail"])
    .where("order_id", "=", id)
    .orderBy("at")
    .execute();
const namesOf = async (id: string) => (await eventsOf(id)).map(({ event }) => event);
const refundsOf = (chargeId: string) =>
  server.services.db
    .selectFrom("refund")
    .select(["id", "amount_cents", "reason"])
    .where("payment_intent_id", "=", chargeId)
    .execute();

const decisions = [
  ["approved", captureApprovedOrder, "capture", ["approved"]],
  ["declined", voidDeclinedOrder, "void", ["declined"]],
  ["withdrawn", voidWithdrawnOrder, "void", []],
  ["approved and not sent", voidUnsentOrder, "void", ["approved"]],
] as const;

describe.each(decisions)("an order that is %s", (name, decide, decision, events) => {
  test("while it's authorized has its charge decided on, once", async () => {
    const [own, other] = [
      await placed("authorized", { status: "requires_capture" }),
      await placed("authorized", { status: "requires_capture" }),
    ];
    for (let time = 0; time < 2; time += 1) await decide(services, own.order.id);
    expect((await intentById(server.services.db, own.charge.id))?.capture_or_void).toBe(decision);
    expect((await intentById(server.services.db, other.charge.id))?.capture_or_void).toBeNull();
    const job = [paymentQueues.captureOrVoid, { paymentIntentId: own.charge.id }];
    expect(enqueued).toEqual([job, job]);
    expect([await namesOf(own.order.id), await namesOf(other.order.id)]).toEqual([events, []]);
    expect(await own.isDiscountKept()).toBe(true);
  });

  test.each(["capture", "void"] as const)("after a %s was decided keeps that decision", async (before) => {
    const { order } = await placed("authorized", { status: "requires_capture", capture_or_void: before });
    const asked = decide(services, order.id);
    await (before === decision
      ? expect(asked).resolves.toBeUndefined()
      : expect(refusal(asked)).resolves.toBe("wrong_state"));
    expect(await namesOf(order.id)).toEqual(before === decision ? events : []);
  });

  test.each(orderStatuses.filter((status) => status !== "paid" && status !== "authorized"))(
    "while it is %s, with nothing authorized, is refused",
    async (status) => {
      const { order } = await placed(status);
      expect(await refusal(decide(services, order.id))).toBe("wrong_state");
      expect([await namesOf(order.id), enqueued]).toEqual([[], []]);
    },
  );

  test("once it is paid is paid, or is given back whole", async () => {
    const { order, charge, isDiscountKept } = await placed("paid", { status: "succeeded", captured_cents: 700 });
    for (let time = 0; time < 2; time += 1) await decide(services, order.id);
    const isCapture = decision === "capture";
    const reason = name === "approved and not sent" ? "Not sent now" : "Not approved";
    expect(await refundsOf(charge.id)).toEqual(
      isCapture ? [] : [{ id: expect.any(String), amount_cents: 700, reason }],
    );
    expect(await namesOf(order.id)).toEqual(events);
    expect(await isDiscountKept()).toBe(isCapture || name === "approved and not sent");
    const [refund] = await refundsOf(charge.id);
    expect(enqueued).toEqual(isCapture ? [] : [[paymentQueues.refund, { refundId: refund?.id }]]);
  });

  test("once it was paid by a capture is not voided, and where nothing is left to refund nothing is", async () => {
    const paid = { status: "succeeded", capture_or_void: "capture", captured_cents: 700 } as const;
    const { order } = await placed("paid", paid);
    const asked = decide(services, order.id);
    await (decision === "capture"
      ? expect(asked).resolves.toBeUndefined()
      : expect(refusal(asked)).resolves.toBe("wrong_state"));
    const free = await placed("paid", { status: "succeeded", captured_cents: 0 });
    await decide(services, free.order.id);
    expect(await refundsOf(free.charge.id)).toEqual([]);
  });

  test("is one that there is", async () => expect(await refusal(decide(services, newId()))).toBe("not_found"));
});

describe("a step after payment", () => {
  const next: Readonly<Record<string, readonly OrderStatus[]>> = {
    pharmacy: ["paid"],
    shipped: ["paid"],
    delivered: ["shipped"],
  };

  test.each(["pharmacy", "shipped", "delivered"] as const)("%s follows what it may", async (step) => {
    for (const status of orderStatuses) {
      const { order } = await placed(status);
      await inTransaction(server.services, ({ db }) => recordOrderEvent(db, order.id, "shipped", minute(2), "before"));
      const asked = recordFulfillment(services, order.id, step, "UPS 1");
      const isSame = status === step;
      const isNext = next[step]?.includes(status) ?? false;
      await (isSame || isNext
        ? expect(asked, status).resolves.toBeUndefined()
        : expect(refusal(asked), status).resolves.toBe("wrong_state"));
      const after = isNext && step !== "pharmacy" ? step : status;
      expect((await orderById(server.services.db, order.id))?.status, status).toBe(after);
      const recorded = (await eventsOf(order.id)).find(({ event }) => event === step);
      const expected = isNext ? { event: step, at: minute(9), detail: "UPS 1" } : undefined;
      if (isSame && step === "shipped") expect(recorded).toEqual({ event: step, at: minute(2), detail: "UPS 1" });
      else if (isNext || step !== "shipped") expect(recorded, status).toEqual(expected);
    }
  });
});

test("a refund is asked for of the order's charge, by its own id", async () => {
  const { order, charge } = await placed("paid", { status: "succeeded", captured_cents: 700 });
  const refund = { orderId: order.id, refundId: newId(), amountCents: 30, reason: "broken" };
  await refundOrder(services, refund);
  expect(await refundsOf(charge.id)).toEqual([{ id: refund.refundId, amount_cents: 30, reason: "broken" }]);
  expect(enqueued).toEqual([[paymentQueues.refund, { refundId: refund.refundId }]]);
  expect(await refusal(refundOrder(services, { ...refund, refundId: newId(), amountCents: 671 }))).toBe("wrong_state");
  expect(await refusal(refundOrder(services, { ...refund, orderId: newId() }))).toBe("not_found");
});

test.each(orderStatuses)("an order that is %s is refunded where it was paid", async (status) => {
  const { order } = await placed(status);
  await markRefunded(services, order.id);
  const isRefunded = ["paid", "shipped", "delivered"].includes(status);
  expect((await orderById(server.services.db, order.id))?.status).toBe(isRefunded ? "refunded" : status);
  expect(await namesOf(order.id)).toEqual(isRefunded ? ["refunded"] : []);
});

test("an order that is refunded gives back the fills of what was not sent, once", async () => {
  const [rose, iris] = await twoPrescribed(server);
  for (const patient of [rose, iris]) await addFilledLine(server, patient, patch);
  await server.services.db
    .updateTable("customer_order")
    .set({ status: "shipped" })
    .where("id", "=", iris.orderId)
    .execute();
  await server.services.db
    .insertInto("shipment")
    .values({ order_id: iris.orderId, carrier: "Meadow Post", tracking_number: "MP-1", shipped_at: minute(3) })
    .execute();
  const refund = async () => {
    for (const { orderId } of [rose, iris]) await markRefunded(services, orderId);
  };
  const refills_left = rose[patch].refills_left + 1;
  expect(await changesBy(server, refund)).toEqual({ [rose[patch].id]: { refills_left } });
  expect(await changesBy(server, refund)).toEqual({});
});
