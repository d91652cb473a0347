import { expect, it } from "vitest";
import { answerThreeDSecure } from "#server/platform/gateway/sandbox/emulator/three-d-secure.ts";
import { newId } from "#server/platform/ids.ts";
import { type Buyer, cartCents, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

/** A card whose bank asks the cardholder to authenticate each charge (3-D Secure). */
const cardWithBankStep = "tok_threeDSecure2Required";

describeEachGateway((shop) => {
  const emulator = () => ({ db: shop.gatewayDb, clock: shop.clock });
  /** Pays; the bank asks for authentication. */
  const payAwaitingBank = async (): Promise<{ buyer: Buyer; key: string; secret: string }> => {
    const buyer = await shop.buyer(cardWithBankStep);
    const key = newId();
    const { status, problem } = await shop.pay(buyer, {}, key);
    expect([status, problem.code]).toEqual([409, "payment_action"]);
    expect(problem.details).toEqual({
      gateway: shop.services.gateway.name,
      publishablekey: shop.services.gateway.publishableKey,
      clientsecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    });
    return { buyer, key, secret: String(problem.details?.["clientsecret"]) };
  };
  const charges = async (buyer: Buyer) => (await shop.paymentState(buyer)).charges;

  it("decisions §8 a charge the bank asks about is confirmed, and the same call continues with the same order", async () => {
    const { buyer, key, secret } = await payAwaitingBank();
    expect(await charges(buyer)).toMatchObject([{ status: "requires_action", amount_captured: 0 }]);
    await answerThreeDSecure(emulator(), secret, "confirm");
    expect((await shop.pay(buyer, {}, key)).status).toBe(201);
    await expectPaidOnce(shop, buyer);
  });

  it("decisions §8 a repeat before authentication asks again and makes no second charge", async () => {
    const { buyer, key, secret } = await payAwaitingBank();
    expect((await shop.pay(buyer, {}, key)).problem).toMatchObject({
      code: "payment_action",
      details: { clientsecret: secret },
    });
    expect(await charges(buyer)).toHaveLength(1);
    expect((await shop.pay(buyer)).problem.code).toBe("payment_pending");
    expect(await charges(buyer)).toHaveLength(1);
  });

  it("decisions §8 the webhook may come first, and the browser may never come back", async () => {
    const { buyer, key, secret } = await payAwaitingBank();
    await answerThreeDSecure(emulator(), secret, "confirm");
    await shop.deliverAll();
    await expectPaidOnce(shop, buyer);
    expect((await shop.pay(buyer, {}, key)).status).toBe(201);
    await expectPaidOnce(shop, buyer);
  });

  it("decisions §8 a charge the cardholder refuses is declined, and the next attempt is another order", async () => {
    const { buyer, key, secret } = await payAwaitingBank();
    await answerThreeDSecure(emulator(), secret, "refuse");
    expect((await shop.pay(buyer, {}, key)).problem.code).toBe("card_declined");
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "failed" }], ledger: 0 });
    expect((await shop.pay(buyer)).problem.code).toBe("payment_action");
  });

  it("decisions §8 an authentication nobody completes is closed, so that the patient can pay again", async () => {
    const { buyer } = await payAwaitingBank();
    shop.clock.advance(16 * 60_000);
    await shop.reconcile();
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "voided" }],
      charges: [{ status: "canceled", amount_captured: 0 }],
      ledger: 0,
    });
    expect((await shop.pay(await shop.signInAgain(buyer))).problem.code).toBe("payment_action");
  });

  it("completing an authentication that is over changes nothing", async () => {
    const { buyer, secret } = await payAwaitingBank();
    await answerThreeDSecure(emulator(), secret, "refuse");
    await expect(answerThreeDSecure(emulator(), secret, "confirm")).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    expect((await charges(buyer)).every(({ amount_captured }) => amount_captured === 0)).toBe(true);
  });

  it.each([
    ["tok_threeDSecure2Required", "requires_payment_method", "requires_payment_method"],
    ["tok_threeDSecureOptional", "requires_payment_method", "succeeded"],
  ])(
    "decisions §8 off session, %s is declined until its holder has authenticated once",
    async (source, first, later) => {
      const { gateway } = shop.services;
      const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
      const made = await gateway.attachSource({ customer, source, idempotencyKey: newId() });
      const paymentMethod = "attached" in made ? made.attached.id : "";
      const charge = (offSession: boolean) =>
        gateway.authorize({
          amount: cartCents,
          currency: "usd",
          customer,
          paymentMethod,
          orderId: newId(),
          chargeFor: [],
          capture: "automatic",
          offSession,
          idempotencyKey: newId(),
        });
      expect((await charge(true)).status).toBe(first);
      const { status, clientSecret } = await charge(false);
      expect(status).toBe("requires_action");
      await answerThreeDSecure(emulator(), clientSecret ?? "", "confirm");
      expect((await charge(true)).status).toBe(later);
    },
  );
});
