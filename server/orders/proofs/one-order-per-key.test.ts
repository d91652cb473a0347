import { describe, expect, it } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { cart, cartCents, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

describeEachGateway((shop) => {
  it("checkout proof 1: 50 parallel posts with one Idempotency-Key make one order, one charge, one answer", async () => {
    const buyer = await shop.buyer();
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.pay(buyer, {}, key)));
    for (const { status, problem } of answers)
      if (status !== 201) expect([status, problem.code]).toEqual([409, "in_flight"]);
    const last = await shop.pay(buyer, {}, key);
    expect(last.status).toBe(201);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    for (const { status, raw } of answers) if (status === 201) expect(raw.payload).toBe(last.raw.payload);
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 1: while the first post is at the bank another one with its key is in flight", async () => {
    const buyer = await shop.buyer();
    const key = newId();
    let meanwhile: unknown;
    shop.beforeGatewayAnswer(async () => {
      const { status, problem } = await shop.pay(buyer, {}, key);
      meanwhile = [status, problem.code];
    });
    expect((await shop.pay(buyer, {}, key)).status).toBe(201);
    expect(meanwhile).toEqual([409, "in_flight"]);
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 1: the key with another body is refused, another patient's same key is a different key", async () => {
    const [buyer, other] = [await shop.buyer(), await shop.buyer()];
    const key = newId();
    await shop.pay(buyer, {}, key);
    const changed = await shop.pay(buyer, { checkout: [{ ...cart[0]!, quantity: 3 }] }, key);
    expect([changed.status, changed.problem.code]).toEqual([422, "idempotency_mismatch"]);
    expect((await shop.pay(other, {}, key)).status).toBe(201);
    await expectPaidOnce(shop, buyer);
    await expectPaidOnce(shop, other);
  });

  describe("the order's row", () => {
    it("checkout proof 2: is there, with its charge and without a number, before the gateway is asked", async () => {
      const buyer = await shop.buyer();
      let before: unknown;
      shop.beforeGatewayAnswer(async () => (before = (await shop.paymentState(buyer)).orders));
      await shop.pay(buyer);
      expect(before).toMatchObject([{ status: "authorizing", number: null, total_cents: cartCents }]);
    });
  });

  it("checkout proof 2: webhook before, during and after the browser’s call converge on one order", async () => {
    const [before, during, after] = [await shop.buyer(), await shop.buyer(), await shop.buyer()];
    shop.beforeGatewayAnswer(() => shop.deliverAll());
    const early = await shop.pay(before);
    let arriving: Promise<void> | undefined;
    shop.beforeGatewayAnswer(async () => void (arriving = shop.deliverAll()));
    const meanwhile = await shop.pay(during);
    await arriving;
    const late = await shop.pay(after);
    await shop.deliverAll();
    for (const [buyer, answer] of [
      [before, early],
      [during, meanwhile],
      [after, late],
    ] as const) {
      expect(answer.ok.order).toMatchObject({ id: await expectPaidOnce(shop, buyer), status: "paid" });
      expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ number: answer.ok.order.number }] });
    }
  });

  it("checkout proof 2: webhook instead of the browser’s answer places the order", async () => {
    const buyer = await shop.buyer();
    shop.faults.add("authorize", "after");
    expect((await shop.pay(buyer)).problem.code).toBe("payment_pending");
    await shop.deliverAll();
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 14: order numbers have no gaps from failed attempts", async () => {
    const numberOf = async () => Number((await shop.pay(await shop.buyer())).ok.order.number);
    const first = await numberOf();
    const broke = await shop.buyer("tok_chargeCustomerFail");
    const buyer = await shop.buyer();
    expect((await shop.pay(broke)).problem.code).toBe("card_declined");
    expect((await shop.pay(buyer, { totalamount: 1 })).problem.code).toBe("price_changed");
    expect((await shop.pay(buyer, { couponid: "NOBODYS" })).problem.code).toBe("coupon_not_found");
    shop.faults.add("authorize", "before");
    expect((await shop.pay(buyer)).problem.code).toBe("payment_pending");
    shop.clock.advance(20 * 60_000);
    await shop.reconcile();
    expect((await shop.paymentState(buyer)).orders).toMatchObject([{ status: "failed", number: null }]);
    expect(await numberOf()).toBe(first + 1);
  });
});
