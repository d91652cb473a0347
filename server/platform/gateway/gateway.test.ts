import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movableClock, type MovableClock } from "#server/platform/clock.ts";
import type { OpenDatabase } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { openTestDatabase } from "#server/platform/testing/databases.ts";
import type { Books } from "./emulator/books.ts";
import { cardOfNumber } from "./emulator/cards.ts";
import { expireHolds } from "./emulator/intents.ts";
import { createToken, setCharge } from "./emulator/payment-methods.ts";
import { openStripeServer } from "./emulator/stripe-server.ts";
import { faultQueue, type Faults } from "./faults.ts";
import {
  type AuthorizeInput,
  GatewayRefused,
  GatewayUnknownOutcome,
  type PaymentGateway,
  WebhookRejected,
} from "./port.ts";
import { sandboxGateway } from "./sandbox.ts";
import { signWebhook } from "./signature.ts";
import { stripeGateway } from "./stripe.ts";

const webhookSecret = "whsec_test";
const day = 24 * 3600 * 1000;

interface Opened {
  gateway: PaymentGateway;
  close?: () => Promise<void>;
}

const adapters: Record<string, (books: Books, faults: Faults) => Promise<Opened>> = {
  sandbox: async (books, faults) => ({
    gateway: sandboxGateway({ ...books, publishableKey: "pk_sandbox", webhookSecret, faults }),
  }),
  stripe: async (books, faults) => {
    const server = await openStripeServer({ ...books, secretKey: "sk_test", faults });
    const gateway = await stripeGateway({
      secretKey: "sk_test",
      publishableKey: "pk_test",
      webhookSecret,
      retries: 0,
      server: { protocol: "http", host: "127.0.0.1", port: server.port },
    });
    return { gateway, close: () => server.close() };
  },
};

describe.each(Object.entries(adapters))("payment gateway: %s", (name, open) => {
  let database: OpenDatabase;
  let books: Books;
  let clock: MovableClock;
  let gateway: PaymentGateway;
  const faults = faultQueue();
  let close: Opened["close"];

  beforeAll(async () => {
    database = await openTestDatabase();
    clock = movableClock();
    books = { db: database.db, clock };
    ({ gateway, close } = await open(books, faults));
  });
  afterAll(async () => {
    await close?.();
    await database.close();
  });

  /** A patient of the gateway with a card on file. */
  async function onFile(source = "tok_visa") {
    const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
    const result = await gateway.attachSource({ customer, source, idempotencyKey: newId() });
    if ("declined" in result) throw new Error(`declined: ${result.declined}`);
    return { customer, paymentMethod: result.attached.id };
  }

  const charge = (
    card: { customer: string; paymentMethod: string },
    more: Partial<AuthorizeInput> = {},
  ): AuthorizeInput => ({
    ...card,
    amount: 12_345,
    currency: "usd",
    orderId: newId(),
    capture: "manual",
    offSession: false,
    idempotencyKey: newId(),
    ...more,
  });

  const held = async (more: Partial<AuthorizeInput> = {}) => gateway.authorize(charge(await onFile(), more));
  const refused = (code: string) => expect.objectContaining({ name: "GatewayRefused", code });

  test("names itself and hands out its publishable key", () => {
    expect(gateway.name).toBe(name);
    expect(gateway.publishableKey).toMatch(/^pk_/);
  });

  describe("cards on file", () => {
    test.each([
      ["tok_visa", "visa", "4242"],
      ["tok_mastercard", "mastercard", "4444"],
      ["tok_amex", "amex", "0005"],
    ])("%s is kept as brand, last four and expiry", async (source, brand, last4) => {
      const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
      const result = await gateway.attachSource({ customer, source, idempotencyKey: newId() });
      expect(result).toEqual({
        attached: {
          id: expect.stringMatching(/^pm_/),
          brand,
          last4,
          expMonth: 12,
          expYear: clock.now().getUTCFullYear() + 3,
        },
      });
    });

    test.each([
      ["tok_chargeDeclined", "generic_decline"],
      ["tok_chargeDeclinedInsufficientFunds", "insufficient_funds"],
      ["tok_chargeDeclinedLostCard", "lost_card"],
      ["tok_chargeDeclinedExpiredCard", "expired_card"],
    ])("%s is declined: %s", async (source, declined) => {
      const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
      expect(await gateway.attachSource({ customer, source, idempotencyKey: newId() })).toEqual({ declined });
    });

    test("a token of the card element works once, but its answer can be asked for again", async () => {
      const card = cardOfNumber("4242424242424242");
      if (card === undefined) throw new Error("no such test card");
      const source = await createToken(books, { ...card, expMonth: 12, expYear: 2099 });
      const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
      const input = { customer, source, idempotencyKey: newId() };
      const first = await gateway.attachSource(input);
      expect(await gateway.attachSource(input)).toEqual(first);
      await expect(gateway.attachSource({ ...input, idempotencyKey: newId() })).rejects.toEqual(
        refused("token_already_used"),
      );
    });

    test("a payment method on file can be sent again", async () => {
      const { customer, paymentMethod } = await onFile();
      const again = await gateway.attachSource({ customer, source: paymentMethod, idempotencyKey: newId() });
      expect(again).toMatchObject({ attached: { id: paymentMethod } });
    });

    test("an invented token is refused", async () => {
      const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
      for (const source of ["tok_invented", "tok_constructor", "pm_invented"]) {
        await expect(gateway.attachSource({ customer, source, idempotencyKey: newId() })).rejects.toEqual(
          refused("resource_missing"),
        );
      }
    });

    test("another customer's card cannot be charged", async () => {
      const [{ customer }, { paymentMethod }] = [await onFile(), await onFile()];
      await expect(gateway.authorize(charge({ customer, paymentMethod }))).rejects.toThrow(GatewayRefused);
    });
  });

  describe("holding, taking and giving back", () => {
    test("a manual charge holds the amount and names its order", async () => {
      const orderId = newId();
      expect(await held({ orderId })).toEqual({
        id: expect.stringMatching(/^pi_/),
        status: "requires_capture",
        amount: 12_345,
        currency: "usd",
        amountCaptured: 0,
        amountRefunded: 0,
        orderId,
      });
    });

    test("an automatic charge takes it at once", async () => {
      const intent = await held({ capture: "automatic", offSession: true });
      expect(intent).toMatchObject({ status: "succeeded", amountCaptured: 12_345 });
    });

    test("a hold is captured once, in whole or in part", async () => {
      const { id: intentId } = await held();
      const captured = await gateway.capture({ intentId, amount: 12_000, idempotencyKey: newId() });
      expect(captured).toMatchObject({ status: "succeeded", amount: 12_345, amountCaptured: 12_000 });
      await expect(gateway.capture({ intentId, amount: 345, idempotencyKey: newId() })).rejects.toEqual(
        refused("payment_intent_unexpected_state"),
      );
    });

    test("more than was held is refused", async () => {
      const { id: intentId } = await held();
      await expect(gateway.capture({ intentId, amount: 12_346, idempotencyKey: newId() })).rejects.toEqual(
        refused("amount_too_large"),
      );
      expect(await gateway.retrieve(intentId)).toMatchObject({ status: "requires_capture", amountCaptured: 0 });
    });

    test("a hold is released, and then neither captured nor released again", async () => {
      const { id: intentId } = await held();
      expect(await gateway.cancel({ intentId, idempotencyKey: newId() })).toMatchObject({ status: "canceled" });
      for (const again of [
        gateway.capture({ intentId, amount: 1000, idempotencyKey: newId() }),
        gateway.cancel({ intentId, idempotencyKey: newId() }),
      ]) {
        await expect(again).rejects.toEqual(refused("payment_intent_unexpected_state"));
      }
    });

    test("a hold lapses after seven days", async () => {
      const { id: intentId } = await held();
      clock.advance(7 * day);
      await expect(gateway.capture({ intentId, amount: 1000, idempotencyKey: newId() })).rejects.toEqual(
        refused("charge_expired_for_capture"),
      );
      expect(await expireHolds(books)).toBeGreaterThan(0);
      expect(await gateway.retrieve(intentId)).toMatchObject({ status: "canceled" });
    });

    test("refunds add up to what was captured and not a cent more", async () => {
      const { id: intentId } = await held({ capture: "automatic" });
      const refund = (amount: number) =>
        gateway.refund({ intentId, refundId: newId(), amount, idempotencyKey: newId() });
      expect(await refund(10_000)).toMatchObject({ amount: 10_000, status: "succeeded" });
      await expect(refund(2346)).rejects.toThrow(GatewayRefused);
      await refund(2345);
      await expect(refund(1)).rejects.toEqual(refused("charge_already_refunded"));
      expect(await gateway.retrieve(intentId)).toMatchObject({ status: "succeeded", amountRefunded: 12_345 });
    });

    test("a refund id is refunded once, whatever the key", async () => {
      const { id: intentId } = await held({ capture: "automatic" });
      const refundId = newId();
      const first = await gateway.refund({ intentId, refundId, amount: 500, idempotencyKey: newId() });
      const second = await gateway.refund({ intentId, refundId, amount: 500, idempotencyKey: newId() });
      expect(first).toMatchObject({ refundId, amount: 500 });
      expect(second).toEqual(first);
      expect(await gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 500 });
    });
  });

  describe("declines are answers", () => {
    test("a card that attaches can still be declined when charged", async () => {
      const intent = await gateway.authorize(charge(await onFile("tok_chargeCustomerFail")));
      expect(intent).toMatchObject({ status: "requires_payment_method", lastDecline: { code: "generic_decline" } });
      expect(await gateway.retrieve(intent.id)).toEqual(intent);
    });

    test.each(["insufficient_funds", "lost_card", "expired_card", "invalid_expiry_month", "generic_decline"] as const)(
      "a later charge can be declined: %s",
      async (code) => {
        const card = await onFile();
        await setCharge(books, card.paymentMethod, code);
        const intent = await gateway.authorize(charge(card, { offSession: true, capture: "automatic" }));
        expect(intent).toMatchObject({ status: "requires_payment_method", amountCaptured: 0, lastDecline: { code } });
      },
    );

    test("a card runs out", async () => {
      const card = await onFile();
      clock.advance(4 * 366 * day);
      const intent = await gateway.authorize(charge(card));
      expect(intent).toMatchObject({ status: "requires_payment_method", lastDecline: { code: "expired_card" } });
    });

    test("a decline is repeated for its key and tried anew for another", async () => {
      const card = await onFile("tok_chargeCustomerFail");
      const input = charge(card);
      const declined = await gateway.authorize(input);
      await setCharge(books, card.paymentMethod, null);
      expect(await gateway.authorize(input)).toEqual(declined);
      const retried = await gateway.authorize({ ...input, idempotencyKey: newId() });
      expect(retried.status).toBe("requires_capture");
      expect(retried).not.toHaveProperty("lastDecline");
    });
  });

  describe("idempotency", () => {
    test("20 requests at once with one key charge once", async () => {
      const input = charge(await onFile());
      const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.authorize(input)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    });

    test("a key used with other arguments is refused", async () => {
      const input = charge(await onFile());
      await gateway.authorize(input);
      await expect(gateway.authorize({ ...input, amount: 99_999 })).rejects.toEqual(refused("idempotency_error"));
    });

    test("the order of the arguments does not matter", async () => {
      const input = charge(await onFile());
      const reversed = Object.fromEntries(Object.entries(input).reverse()) as unknown as AuthorizeInput;
      expect(await gateway.authorize(reversed)).toEqual(await gateway.authorize(input));
    });

    test("a refusal does not use up the key", async () => {
      const card = await onFile();
      const other = await onFile();
      const input = charge({ ...card, paymentMethod: other.paymentMethod });
      await expect(gateway.authorize(input)).rejects.toThrow(GatewayRefused);
      await expect(gateway.authorize({ ...input, ...card })).resolves.toMatchObject({ status: "requires_capture" });
    });
  });

  describe("unknown outcomes", () => {
    test("a charge that was lost before it reached the bank: the key finds nothing and charges", async () => {
      const input = charge(await onFile());
      faults.add("authorize", "before");
      await expect(gateway.authorize(input)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await gateway.findByOrder(input.orderId)).toBeNull();
      expect(await gateway.authorize(input)).toMatchObject({ status: "requires_capture" });
    });

    test("a charge whose answer was lost: the key and the order find the same one", async () => {
      const input = charge(await onFile());
      faults.add("authorize", "after");
      await expect(gateway.authorize(input)).rejects.toThrow(GatewayUnknownOutcome);
      const found = await gateway.findByOrder(input.orderId);
      expect(found).toMatchObject({ status: "requires_capture", orderId: input.orderId });
      expect(await gateway.authorize(input)).toEqual(found);
    });

    test.each(["before", "after"] as const)(
      "capture, cancel and refund are repeated %s they took effect",
      async (fault) => {
        const { id: intentId } = await held();
        const capture = { intentId, amount: 12_345, idempotencyKey: newId() };
        faults.add("capture", fault);
        await expect(gateway.capture(capture)).rejects.toThrow(GatewayUnknownOutcome);
        expect(await gateway.capture(capture)).toMatchObject({ status: "succeeded" });

        const refund = { intentId, refundId: newId(), amount: 345, idempotencyKey: newId() };
        faults.add("refund", fault);
        await expect(gateway.refund(refund)).rejects.toThrow(GatewayUnknownOutcome);
        await gateway.refund(refund);
        expect(await gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 345 });

        const cancel = { intentId: (await held()).id, idempotencyKey: newId() };
        faults.add("cancel", fault);
        await expect(gateway.cancel(cancel)).rejects.toThrow(GatewayUnknownOutcome);
        expect(await gateway.cancel(cancel)).toMatchObject({ status: "canceled" });
      },
    );

    test.each(["before", "after"] as const)(
      "a card whose answer was lost %s it was kept is attached once",
      async (fault) => {
        const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
        const input = { customer, source: "tok_visa", idempotencyKey: newId() };
        faults.add("attachSource", fault);
        await expect(gateway.attachSource(input)).rejects.toThrow(GatewayUnknownOutcome);
        expect(await gateway.attachSource(input)).toEqual(await gateway.attachSource(input));
      },
    );

    test("a question that got lost is asked again", async () => {
      const { id } = await held();
      faults.add("retrieve", "after");
      await expect(gateway.retrieve(id)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await gateway.retrieve(id)).toMatchObject({ id });
    });

    test("of an order's attempts the live one is found", async () => {
      const orderId = newId();
      const card = await onFile("tok_chargeCustomerFail");
      await gateway.authorize(charge(card, { orderId }));
      const live = await held({ orderId });
      clock.advance(1000);
      await gateway.authorize(charge(card, { orderId }));
      expect(await gateway.findByOrder(orderId)).toMatchObject({ id: live.id, status: "requires_capture" });
      expect(await gateway.findByOrder(newId())).toBeNull();
    });

    test("an unknown intent is refused", async () => {
      await expect(gateway.retrieve("pi_unknown")).rejects.toEqual(refused("resource_missing"));
    });
  });

  describe("webhooks", () => {
    const event = (object: object) =>
      JSON.stringify({
        id: "evt_1",
        object: "event",
        type: "payment_intent.succeeded",
        created: 1_700_000_000,
        data: { object },
      });
    const body = event({ object: "payment_intent", id: "pi_1" });
    const now = () => new Date();

    beforeAll(() => clock.moveTo(0));

    test("a signed event is read, from text or bytes", () => {
      const signed = signWebhook(body, webhookSecret, now());
      const expected = {
        id: "evt_1",
        type: "payment_intent.succeeded",
        intentId: "pi_1",
        created: new Date("2023-11-14T22:13:20Z"),
      };
      expect(gateway.verifyWebhook(body, signed)).toEqual(expected);
      expect(gateway.verifyWebhook(Buffer.from(body), signed)).toEqual(expected);
    });

    test.each([
      ["a refunded charge names its intent", { object: "charge", id: "ch_1", payment_intent: "pi_2" }, "pi_2"],
      ["an expanded intent counts", { object: "charge", id: "ch_1", payment_intent: { id: "pi_3" } }, "pi_3"],
      ["a customer has none", { object: "customer", id: "cus_1" }, null],
    ])("%s", (_, object, intentId) => {
      const text = event(object);
      expect(gateway.verifyWebhook(text, signWebhook(text, webhookSecret, now())).intentId).toBe(intentId);
    });

    test.each<[string, () => [string, string | undefined]]>([
      ["no signature", () => [body, undefined]],
      ["an empty signature", () => [body, ""]],
      ["a foreign secret", () => [body, signWebhook(body, "whsec_other", now())]],
      ["a changed body", () => [body.replace("pi_1", "pi_9"), signWebhook(body, webhookSecret, now())]],
      ["a changed time", () => [body, signWebhook(body, webhookSecret, now()).replace(/t=\d+/, "t=1700000000")]],
      ["an old signature", () => [body, signWebhook(body, webhookSecret, new Date(Date.now() - 301_000))]],
      ["a signed body that is no event", () => ["{", signWebhook("{", webhookSecret, now())]],
    ])("%s is rejected", (_, make) => {
      expect(() => gateway.verifyWebhook(...make())).toThrow(WebhookRejected);
    });
  });
});
