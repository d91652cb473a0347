import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { placeOrder } from "../placing/place-order.ts";
import { ledger, openShop, refusal, type Shop } from "../testing/shop.ts";
import { presentOrder } from "../views/present-order.ts";
import { recordFulfillment, refundOrder, captureApprovedOrder, voidDeclinedOrder } from "./capture-or-void.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const authorizedOrder = async () => (await placeOrder(shop.services, shop.orderRequest(await shop.shopper()))).id;
const paidOrder = async () => {
  const order = await authorizedOrder();
  await captureApprovedOrder(shop.services, order);
  await shop.jobs.drain();
  return order;
};
const timeline = async (order: string) =>
  (await presentOrder(shop.services, order))?.timeline.map(({ event, state }) => `${event} ${state}`) ?? [];

describe("the physician's decision", () => {
  it("approved: captures the authorization once, and posts it", async () => {
    const order = await authorizedOrder();
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: 0 });
    await captureApprovedOrder(shop.services, order);
    await captureApprovedOrder(shop.services, order);
    await shop.jobs.drain();
    const { status, total_cents } = await shop.orderRow(order);
    expect(status).toBe("paid");
    expect(await shop.charges(order)).toMatchObject([{ status: "succeeded", amount_captured: total_cents }]);
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: total_cents });
  });

  it("declined: voids the authorization and gives the coupon back", async () => {
    const patient = await shop.shopper();
    const { id } = await placeOrder(shop.services, shop.orderRequest(patient, { couponCode: "FSASTORE30" }));
    await voidDeclinedOrder(shop.services, id);
    await shop.jobs.drain();
    expect((await shop.orderRow(id)).status).toBe("voided");
    expect(await shop.charges(id)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    expect(await timeline(id)).toEqual(["authorized done", "in_review done", "declined done", "voided done"]);
    const again = await placeOrder(shop.services, shop.orderRequest(patient, { couponCode: "FSASTORE30" }));
    expect(again.status).toBe("authorized");
  });

  it("is final: cannot be reversed, nor made before an authorization", async () => {
    const order = await authorizedOrder();
    await voidDeclinedOrder(shop.services, order);
    expect(await refusal(captureApprovedOrder(shop.services, order))).toBe("wrong_state");
    await shop.jobs.drain();
    expect(await refusal(captureApprovedOrder(shop.services, order))).toBe("wrong_state");
    expect(await refusal(captureApprovedOrder(shop.services, newId()))).toBe("not_found");
  });

  it.each(["before", "after"] as const)(
    "a capture whose answer is lost %s it happened is found by the job",
    async (fault) => {
      const order = await authorizedOrder();
      shop.faults.add("capture", fault);
      await captureApprovedOrder(shop.services, order);
      await shop.jobs.drain();
      expect((await shop.orderRow(order)).status).toBe("authorized");
      await shop.reconcile();
      expect((await shop.orderRow(order)).status).toBe("paid");
      expect(await shop.charges(order)).toMatchObject([{ status: "succeeded" }]);
    },
  );

  it("for an order that costs nothing needs no gateway", async () => {
    const { id } = await placeOrder(shop.services, shop.orderRequest(await shop.shopper(), { couponCode: "FSAHSA80" }));
    await captureApprovedOrder(shop.services, id);
    await shop.jobs.drain();
    expect((await shop.orderRow(id)).status).toBe("paid");
    expect((await ledger(shop, id)).sum).toBe(0);
  });
});

describe("delivery to the patient", () => {
  it("goes through pharmacy, shipped, delivered, with dates and the tracking number", async () => {
    const order = await paidOrder();
    expect(await timeline(order)).toEqual([
      "authorized done",
      "in_review done",
      "approved done",
      "paid done",
      "pharmacy current",
      "shipped todo",
      "delivered todo",
    ]);
    await recordFulfillment(shop.services, order, "pharmacy");
    await recordFulfillment(shop.services, order, "shipped", "Carrier 123");
    await recordFulfillment(shop.services, order, "shipped", "Carrier 123");
    expect(await refusal(recordFulfillment(shop.services, order, "pharmacy"))).toBe("wrong_state");
    await recordFulfillment(shop.services, order, "delivered");
    const shown = await presentOrder(shop.services, order);
    expect(shown?.status).toBe("delivered");
    expect(shown?.timeline.every(({ state, at }) => state === "done" && at !== null)).toBe(true);
    expect(shown?.timeline.find(({ event }) => event === "shipped")?.detail).toBe("Carrier 123");
  });

  it("nothing is shipped before it is paid", async () => {
    const order = await authorizedOrder();
    expect(await refusal(recordFulfillment(shop.services, order, "shipped"))).toBe("wrong_state");
    expect(await timeline(order)).toEqual([
      "authorized done",
      "in_review current",
      "approved todo",
      "paid todo",
      "pharmacy todo",
      "shipped todo",
      "delivered todo",
    ]);
  });
});

describe("sound checkout 12: refunds", () => {
  it("are made once per refund id, with the webhook at the same time", async () => {
    const order = await paidOrder();
    const command = { orderId: order, refundId: newId(), amountCents: 500, reason: "damaged" };
    await Promise.all([refundOrder(shop.services, command), refundOrder(shop.services, command)]);
    await shop.jobs.drain();
    for (const event of await shop.events()) await shop.deliver(event);
    await shop.jobs.drain();
    expect(await shop.charges(order)).toMatchObject([{ amount_refunded: 500 }]);
    const { total_cents, status } = await shop.orderRow(order);
    expect(status).toBe("paid");
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: total_cents - 500 });
  });

  it("are what their id was first used for: neither another amount nor another order", async () => {
    const command = { orderId: await paidOrder(), refundId: newId(), amountCents: 500, reason: "damaged" };
    await refundOrder(shop.services, command);
    for (const other of [{ amountCents: 501 }, { amountCents: 499 }, { orderId: await paidOrder() }])
      expect(await refusal(refundOrder(shop.services, { ...command, ...other }))).toBe("wrong_state");
    await shop.jobs.drain();
    expect(await shop.charges(command.orderId)).toMatchObject([{ amount_refunded: 500 }]);
  });

  it("never exceed what was paid, and a full refund closes the order", async () => {
    const order = await paidOrder();
    const { total_cents } = await shop.orderRow(order);
    const part = (amountCents: number) => ({ orderId: order, refundId: newId(), amountCents, reason: "returned" });
    await refundOrder(shop.services, part(1000));
    expect(await refusal(refundOrder(shop.services, part(total_cents)))).toBe("wrong_state");
    await refundOrder(shop.services, part(total_cents - 1000));
    await shop.jobs.drain();
    expect((await shop.orderRow(order)).status).toBe("refunded");
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: 0 });
    const shown =
      (await presentOrder(shop.services, order))?.timeline.filter(({ event }) => event === "refunded") ?? [];
    expect(new Set(shown.map(({ amount }) => amount))).toEqual(new Set([10, (total_cents - 1000) / 100]));
    expect(await refusal(refundOrder(shop.services, part(1)))).toBe("wrong_state");
  });

  it("in part are each on the order's timeline with day and amount, and add up to what was refunded", async () => {
    const order = await paidOrder();
    await recordFulfillment(shop.services, order, "pharmacy");
    const days: string[] = [];
    shop.clock.setOffset(msUntilNoon());
    for (const amountCents of [500, 1234]) {
      shop.clock.advance(86_400_000);
      days.push(shop.clock.now().toISOString().slice(0, 10));
      await refundOrder(shop.services, { orderId: order, refundId: newId(), amountCents, reason: "damaged" });
      await shop.jobs.drain();
    }
    const shown = await presentOrder(shop.services, order);
    expect(shown?.refunded).toBe(17.34);
    expect(
      shown?.timeline.slice(4).map(({ event, amount, at, state }) => [event, amount, at?.slice(0, 10), state]),
    ).toEqual([
      ["pharmacy", null, expect.any(String), "done"],
      ["refunded", 5, days[0], "done"],
      ["refunded", 12.34, days[1], "done"],
      ["shipped", null, undefined, "current"],
      ["delivered", null, undefined, "todo"],
    ]);
  });

  it("whose answer is lost are found by the job, once", async () => {
    const order = await paidOrder();
    shop.faults.add("refund", "after");
    await refundOrder(shop.services, { orderId: order, refundId: newId(), amountCents: 700, reason: "late" });
    await shop.jobs.drain();
    await shop.reconcile();
    await shop.reconcile();
    expect(await shop.charges(order)).toMatchObject([{ amount_refunded: 700 }]);
    const { total_cents } = await shop.orderRow(order);
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: total_cents - 700 });
  });

  it("are refused while the amount is only authorized", async () => {
    expect(
      await refusal(
        refundOrder(shop.services, {
          orderId: await authorizedOrder(),
          refundId: newId(),
          amountCents: 1,
          reason: "early",
        }),
      ),
    ).toBe("wrong_state");
  });
});
