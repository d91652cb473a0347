import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import { GatewayUnknownOutcome } from "./port.ts";
import { createToken } from "./sandbox/emulator/payment-methods.ts";
import { cardOfNumber } from "./sandbox/emulator/test-cards.ts";
import { onEachGateway, gatewayRefusedWith } from "./testing/gateway-setup.ts";

onEachGateway("payment gateway, cards on file", (setup, name) => {
  test("has a name and a publishable key", () => {
    expect(setup.gateway.name).toBe(name);
    expect(setup.gateway.publishableKey).toMatch(/^pk_/);
  });

  test.each([
    ["tok_visa", "visa", "4242"],
    ["tok_mastercard", "mastercard", "4444"],
    ["tok_amex", "amex", "0005"],
  ])("%s is saved as brand, last four and expiry", async (source, brand, last4) => {
    const customer = await setup.newCustomer();
    const result = await setup.gateway.attachSource({ customer, source, idempotencyKey: newId() });
    expect(result).toEqual({
      attached: {
        id: expect.stringMatching(/^pm_/),
        brand,
        last4,
        expMonth: 12,
        expYear: setup.clock.now().getUTCFullYear() + 3,
        // The same for the same card, whoever pays with it.
        fingerprint: expect.stringMatching(/^\w+$/),
      },
    });
  });

  test.each([
    ["tok_chargeDeclined", "generic_decline"],
    ["tok_chargeDeclinedInsufficientFunds", "insufficient_funds"],
    ["tok_chargeDeclinedLostCard", "lost_card"],
    ["tok_chargeDeclinedExpiredCard", "expired_card"],
  ])("%s is declined: %s", async (source, declined) => {
    const customer = await setup.newCustomer();
    expect(await setup.gateway.attachSource({ customer, source, idempotencyKey: newId() })).toEqual({ declined });
  });

  test("a card element's token works once, but its answer can be requested again", async () => {
    const card = cardOfNumber("4242424242424242");
    if (card === undefined) throw new Error("no such test card");
    const source = await createToken(setup.emulator, { ...card, expMonth: 12, expYear: 2099 });
    const customer = await setup.newCustomer();
    const input = { customer, source, idempotencyKey: newId() };
    const first = await setup.gateway.attachSource(input);
    expect(await setup.gateway.attachSource(input)).toEqual(first);
    await expect(setup.gateway.attachSource({ ...input, idempotencyKey: newId() })).rejects.toEqual(
      gatewayRefusedWith("token_unusable"),
    );
  });

  test("a payment method on file can be attached again", async () => {
    const { customer, paymentMethod } = await setup.cardOnFile();
    const again = await setup.gateway.attachSource({ customer, source: paymentMethod, idempotencyKey: newId() });
    expect(again).toMatchObject({ attached: { id: paymentMethod } });
  });

  test("an unknown token is refused", async () => {
    const customer = await setup.newCustomer();
    for (const source of ["tok_invented", "tok_constructor", "pm_invented"]) {
      await expect(setup.gateway.attachSource({ customer, source, idempotencyKey: newId() })).rejects.toEqual(
        gatewayRefusedWith("token_unusable"),
      );
    }
  });

  test("a deleted customer's card cannot be charged, charges made stay; deleting again changes nothing", async () => {
    const card = await setup.cardOnFile();
    const { id: intentId } = await setup.gateway.authorize(setup.chargeInput(card, { capture: "automatic" }));
    for (let time = 0; time < 2; time += 1) await setup.gateway.deleteCustomer(card.customer);
    await expect(setup.gateway.authorize(setup.chargeInput(card))).rejects.toEqual(gatewayRefusedWith("customer_gone"));
    await expect(
      setup.gateway.attachSource({ customer: card.customer, source: "tok_visa", idempotencyKey: newId() }),
    ).rejects.toEqual(gatewayRefusedWith("customer_gone"));
    const refund = { intentId, refundId: newId(), amount: 345, idempotencyKey: newId() };
    await setup.gateway.refund(refund);
    expect(await setup.gateway.retrieve(intentId)).toMatchObject({ status: "succeeded", amountRefunded: 345 });
  });

  test.each(["before", "after"] as const)(
    "a deletion whose answer was lost %s it was done is repeated",
    async (fault) => {
      const card = await setup.cardOnFile();
      setup.faults.add("deleteCustomer", fault);
      await expect(setup.gateway.deleteCustomer(card.customer)).rejects.toThrow(GatewayUnknownOutcome);
      await setup.gateway.deleteCustomer(card.customer);
      await expect(setup.gateway.authorize(setup.chargeInput(card))).rejects.toEqual(
        gatewayRefusedWith("customer_gone"),
      );
    },
  );

  test("a customer the gateway never had is refused, not taken for a deleted one", async () => {
    await expect(setup.gateway.deleteCustomer("cus_invented")).rejects.toEqual(gatewayRefusedWith("not_found"));
  });

  test("another customer's card cannot be charged", async () => {
    const [{ customer }, { paymentMethod }] = [await setup.cardOnFile(), await setup.cardOnFile()];
    await expect(setup.gateway.authorize(setup.chargeInput({ customer, paymentMethod }))).rejects.toEqual(
      gatewayRefusedWith("card_gone"),
    );
  });

  test("a card taken off file can't be charged, nor put there again; taking it off again changes nothing", async () => {
    const card = await setup.cardOnFile();
    for (let time = 0; time < 2; time += 1) await setup.gateway.detachSource(card.paymentMethod);
    await expect(setup.gateway.authorize(setup.chargeInput(card))).rejects.toEqual(gatewayRefusedWith("card_gone"));
    const again = { customer: card.customer, source: card.paymentMethod, idempotencyKey: newId() };
    await expect(setup.gateway.attachSource(again)).rejects.toEqual(gatewayRefusedWith("token_unusable"));
    expect(await setup.cardOnFile("tok_visa", card.customer)).toMatchObject({ customer: card.customer });
  });
});
