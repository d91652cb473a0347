import { expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { cardOfNumber } from "./emulator/cards.ts";
import { createToken } from "./emulator/payment-methods.ts";
import { GatewayRefused, GatewayUnknownOutcome } from "./port.ts";
import { onEachGateway, refused } from "./testing.ts";

onEachGateway("payment gateway, cards on file", (bench, name) => {
  test("names itself and hands out its publishable key", () => {
    expect(bench.gateway.name).toBe(name);
    expect(bench.gateway.publishableKey).toMatch(/^pk_/);
  });

  test.each([
    ["tok_visa", "visa", "4242"],
    ["tok_mastercard", "mastercard", "4444"],
    ["tok_amex", "amex", "0005"],
  ])("%s is kept as brand, last four and expiry", async (source, brand, last4) => {
    const customer = await bench.newCustomer();
    const result = await bench.gateway.attachSource({ customer, source, idempotencyKey: newId() });
    expect(result).toEqual({
      attached: {
        id: expect.stringMatching(/^pm_/),
        brand,
        last4,
        expMonth: 12,
        expYear: bench.clock.now().getUTCFullYear() + 3,
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
    const customer = await bench.newCustomer();
    expect(await bench.gateway.attachSource({ customer, source, idempotencyKey: newId() })).toEqual({ declined });
  });

  test("a token of the card element works once, but its answer can be asked for again", async () => {
    const card = cardOfNumber("4242424242424242");
    if (card === undefined) throw new Error("no such test card");
    const source = await createToken(bench.books, { ...card, expMonth: 12, expYear: 2099 });
    const customer = await bench.newCustomer();
    const input = { customer, source, idempotencyKey: newId() };
    const first = await bench.gateway.attachSource(input);
    expect(await bench.gateway.attachSource(input)).toEqual(first);
    await expect(bench.gateway.attachSource({ ...input, idempotencyKey: newId() })).rejects.toEqual(
      refused("token_already_used"),
    );
  });

  test("a payment method on file can be sent again", async () => {
    const { customer, paymentMethod } = await bench.onFile();
    const again = await bench.gateway.attachSource({ customer, source: paymentMethod, idempotencyKey: newId() });
    expect(again).toMatchObject({ attached: { id: paymentMethod } });
  });

  test("an invented token is refused", async () => {
    const customer = await bench.newCustomer();
    for (const source of ["tok_invented", "tok_constructor", "pm_invented"]) {
      await expect(bench.gateway.attachSource({ customer, source, idempotencyKey: newId() })).rejects.toEqual(
        refused("resource_missing"),
      );
    }
  });

  test("a deleted customer's card is charged no more, what was charged stays; again, nothing changes", async () => {
    const card = await bench.onFile();
    const { id: intentId } = await bench.gateway.authorize(bench.charge(card, { capture: "automatic" }));
    for (let time = 0; time < 2; time += 1) await bench.gateway.deleteCustomer(card.customer);
    await expect(bench.gateway.authorize(bench.charge(card))).rejects.toEqual(refused("resource_missing"));
    await expect(
      bench.gateway.attachSource({ customer: card.customer, source: "tok_visa", idempotencyKey: newId() }),
    ).rejects.toEqual(refused("resource_missing"));
    const refund = { intentId, refundId: newId(), amount: 345, idempotencyKey: newId() };
    await bench.gateway.refund(refund);
    expect(await bench.gateway.retrieve(intentId)).toMatchObject({ status: "succeeded", amountRefunded: 345 });
  });

  test.each(["before", "after"] as const)(
    "a deletion whose answer was lost %s it was done is repeated",
    async (fault) => {
      const card = await bench.onFile();
      bench.faults.add("deleteCustomer", fault);
      await expect(bench.gateway.deleteCustomer(card.customer)).rejects.toThrow(GatewayUnknownOutcome);
      await bench.gateway.deleteCustomer(card.customer);
      await expect(bench.gateway.authorize(bench.charge(card))).rejects.toEqual(refused("resource_missing"));
    },
  );

  test("a customer the gateway never had is refused, not taken for deleted", async () => {
    await expect(bench.gateway.deleteCustomer("cus_invented")).rejects.toEqual(refused("resource_missing"));
  });

  test("another customer's card cannot be charged", async () => {
    const [{ customer }, { paymentMethod }] = [await bench.onFile(), await bench.onFile()];
    await expect(bench.gateway.authorize(bench.charge({ customer, paymentMethod }))).rejects.toThrow(GatewayRefused);
  });
});
