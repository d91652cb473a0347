import { expect, it } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { cart, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

describeEachGateway((shop) => {
  it.each(["before", "after"] as const)(
    "checkout proof 15: the answer to “pay” is lost %s the charge; asking tells, and nothing is charged twice",
    async (fault) => {
      const buyer = await shop.buyer();
      const key = newId();
      shop.faults.add("authorize", fault);
      expect((await shop.pay(buyer, {}, key)).problem.code).toBe("payment_pending");
      expect(await shop.outcome(buyer, key)).toMatchObject({
        outcome: "open",
        order: { status: "unknown", number: null },
      });
      await shop.reconcile();
      const { outcome, order, message } = await shop.outcome(buyer, key);
      expect([outcome, order?.id, order?.status, message]).toEqual([
        "placed",
        await expectPaidOnce(shop, buyer),
        "paid",
        null,
      ]);
      const again = await shop.pay(buyer, {}, key);
      expect([again.status, again.ok.order]).toEqual([201, order]);
      await expectPaidOnce(shop, buyer);
    },
  );

  it("checkout proof 15: paying again with the key of an open attempt returns its current state", async () => {
    const buyer = await shop.buyer();
    const key = newId();
    for (const fault of ["after", "before", "before"] as const) {
      shop.faults.add("authorize", fault);
      expect((await shop.pay(buyer, {}, key)).problem.code).toBe("payment_pending");
    }
    const { ok } = await shop.pay(buyer, {}, key);
    expect(ok.order).toMatchObject({ id: await expectPaidOnce(shop, buyer), status: "paid" });
    expect((await shop.pay(buyer, {}, key)).ok).toEqual(ok);
  });

  it("checkout proof 15: paying again with the key of an attempt that was declined meanwhile returns the decline", async () => {
    const buyer = await shop.buyer("tok_chargeCustomerFail");
    const key = newId();
    shop.faults.add("authorize", "after");
    expect((await shop.pay(buyer, {}, key)).problem.code).toBe("payment_pending");
    await shop.reconcile();
    expect((await shop.pay(buyer, {}, key)).problem.code).toBe("card_declined");
    expect((await shop.paymentState(buyer)).orders).toMatchObject([{ status: "failed" }]);
  });

  it("checkout proof 15: a key that made no order because another attempt was open makes one once that is over", async () => {
    const buyer = await shop.buyer();
    const [first, second] = [newId(), newId()];
    shop.faults.add("authorize", "before");
    for (const key of [first, second]) expect((await shop.pay(buyer, {}, key)).problem.code).toBe("payment_pending");
    expect((await shop.outcome(buyer, second)).outcome).toBe("none");
    shop.clock.advance(20 * 60_000);
    await shop.reconcile();
    const later = await shop.signInAgain(buyer);
    const { ok } = await shop.pay(later, {}, second);
    expect(await shop.outcome(later, second)).toMatchObject({ outcome: "placed", order: { id: ok.order.id } });
    expect((await shop.paymentState(buyer)).orders).toMatchObject([
      { status: "failed" },
      { id: ok.order.id, status: "paid" },
    ]);
    expect((await shop.paymentState(buyer)).charges).toMatchObject([{ status: "succeeded" }]);
  });

  it("checkout proof 15: while the call is in flight, and at the bank, its outcome is open", async () => {
    const buyer = await shop.buyer();
    const key = newId();
    let atTheBank: unknown;
    shop.beforeGatewayAnswer(async () => (atTheBank = await shop.outcome(buyer, key)));
    await shop.pay(buyer, {}, key);
    expect(atTheBank).toMatchObject({ outcome: "open", order: { status: "authorizing" } });

    const claimed = newId();
    const row = { owner: buyer.id, key: claimed, body_hash: "of her body", started_at: shop.clock.now() };
    await shop.services.db
      .insertInto("idempotency_key")
      .values({
        ...row,
        call: "store.checkout /api/transact/checkout",
        leased_until: new Date(shop.clock.now().getTime() + 30_000),
      })
      .execute();
    expect(await shop.outcome(buyer, claimed)).toMatchObject({ outcome: "open", order: null });
    for (const [patient, another] of [[await shop.buyer(), claimed] as const, [buyer, newId()] as const])
      expect(await shop.outcome(patient, another)).toMatchObject({ outcome: "none", order: null });
    shop.clock.advance(31_000);
    expect(await shop.outcome(buyer, claimed)).toMatchObject({ outcome: "none", order: null });
  });

  it("checkout proof 15: a decline is returned with its sentence, by the call and by asking", async () => {
    const buyer = await shop.buyer("tok_chargeCustomerFail");
    const key = newId();
    const { problem } = await shop.pay(buyer, {}, key);
    expect(await shop.outcome(buyer, key)).toEqual({
      outcome: "refused",
      order: null,
      message: problem.message,
      code: "card_declined",
    });
  });

  it("checkout proof 15: a charge that never reached the bank and was given up is refused, not declined", async () => {
    const buyer = await shop.buyer();
    const key = newId();
    shop.faults.add("authorize", "before");
    await shop.pay(buyer, {}, key);
    shop.clock.advance(20 * 60_000);
    await shop.reconcile();
    expect(await shop.outcome(await shop.signInAgain(buyer), key)).toEqual({
      outcome: "refused",
      order: null,
      message: "The payment didn't go through, and you weren't charged. Please try again.",
      code: null,
    });
    expect((await shop.paymentState(buyer)).charges).toEqual([]);
  });

  it("checkout proof 15: none for a key that never came, was refused before an order, or is another patient’s", async () => {
    const [buyer, other] = [await shop.buyer(), await shop.buyer()];
    const none = { outcome: "none", order: null, message: null, code: null };
    const [refused, placed] = [newId(), newId()];
    await shop.pay(buyer, { checkout: cart, totalamount: 1 }, refused);
    await shop.pay(buyer, {}, placed);
    expect(await shop.outcome(buyer, newId())).toEqual(none);
    expect(await shop.outcome(buyer, refused)).toEqual(none);
    expect(await shop.outcome(other, placed)).toEqual(none);
    expect((await shop.outcome(buyer, placed)).outcome).toBe("placed");
  });

  it("§7 GET /transact/checkout/{key} refuses an invalid key and a caller without token", async () => {
    const { token } = await shop.buyer();
    const short = await shop.call(store.checkoutOutcome, { params: { key: "short" } }, { token });
    expect([short.status, short.problem.details?.fields]).toEqual([
      400,
      [{ path: "key", message: "This reference isn't valid." }],
    ]);
    expect((await shop.call(store.checkoutOutcome, { params: { key: newId() } })).status).toBe(401);
  });
});
