import { expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { type Buyer, cartCents, describeEachGateway } from "../proofs/testing/each-gateway.ts";

describeEachGateway((shop) => {
  /** An order that was paid, but with a gateway intent that differs from it. */
  async function orderWithMismatch(tampered: { amount?: number; amount_captured?: number; currency?: string }) {
    const buyer = await shop.buyer();
    shop.faults.add("authorize", "after");
    expect((await shop.pay(buyer)).problem.code).toBe("payment_pending");
    const id = (await shop.paymentState(buyer)).orders[0]?.id ?? "";
    await shop.gatewayDb.updateTable("sandbox.intent").set(tampered).where("order_id", "=", id).execute();
    await shop.deliverAll();
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "mismatch" }], ledger: 0 });
    return { buyer, id };
  }
  const more = { amount: cartCents + 500, amount_captured: cartCents + 500 };
  const less = { amount: cartCents - 1, amount_captured: cartCents - 1 };
  const decide = (id: string, outcome: "accept" | "release", key = newId()) =>
    shop.call(care.resolvePayment, { params: { id }, body: { outcome } }, { apiKey: testApiKey, key });
  const subjects = async ({ email }: Pick<Buyer, "email">) =>
    (await shop.mailbox.list(email)).map(({ subject }) => subject);

  it("a payment that differs from its order: patient and practice get one mail each, and the patient cannot pay again", async () => {
    const { buyer, id } = await orderWithMismatch(more);
    await shop.deliverAll();
    await shop.reconcile();
    expect(await subjects(buyer)).toEqual(["We're looking into your payment"]);
    const practice = (await shop.mailbox.list(shop.services.content.brand.supportemail)).filter(({ text }) =>
      text.includes(id),
    );
    expect(practice.map(({ text }) => text)).toEqual([expect.stringContaining("Expected: 40.28 USD")]);
    expect(practice[0]?.text).toContain("At the gateway: 45.28 USD (succeeded)");
    expect((await shop.pay(buyer)).problem.code).toBe("payment_pending");
    expect((await shop.paymentState(buyer)).orders).toHaveLength(1);
  });

  it("accepted: the order is paid and proceeds, and the excess is refunded", async () => {
    const { buyer, id } = await orderWithMismatch(more);
    const key = newId();
    const first = await decide(id, "accept", key);
    expect(first).toMatchObject({ status: 200, ok: { order: { status: "paid" } } });
    expect((await decide(id, "accept", key)).ok).toEqual(first.ok);
    await shop.jobs.drain();
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "paid", number: expect.stringMatching(/^\d+$/) }],
      charges: [{ amount_captured: cartCents + 500, amount_refunded: 500 }],
      ledger: cartCents,
    });
    expect(await subjects(buyer)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Thank you for order/),
        expect.stringMatching(/^Receipt for order/),
      ]),
    );
    expect((await decide(id, "release")).problem.code).toBe("wrong_state");
    expect((await shop.pay(buyer)).status).toBe(201);
  });

  it("released: all of it is refunded, the patient is notified and may order again", async () => {
    const { buyer, id } = await orderWithMismatch(less);
    const refused = await decide(id, "accept");
    expect([refused.status, refused.problem.code]).toEqual([409, "wrong_state"]);
    expect(refused.problem.message).toContain("Less was taken");
    expect((await decide(id, "release")).ok.order.status).toBe("voided");
    await shop.jobs.drain();
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "voided" }],
      charges: [{ amount_refunded: cartCents - 1 }],
      ledger: 0,
    });
    expect(await subjects(buyer)).toContain("You weren't charged");
    expect((await shop.pay(buyer)).status).toBe(201);
  });

  it("an order whose payment matches, or that does not exist, needs no decision", async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.pay(buyer)).ok.order;
    expect((await decide(id, "release")).problem.code).toBe("wrong_state");
    expect((await decide(newId(), "accept")).status).toBe(404);
  });
});
