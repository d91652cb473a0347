import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import { movableClock } from "../../clock/clock.ts";
import { openTestDatabase } from "../../database/testing/test-databases.ts";
import { newId } from "../../ids.ts";
import type { Outside } from "../../outside/outside.ts";
import { type PaymentGateway, type RefusedCode, WebhookRejected } from "../port.ts";
import { setChargeDecline } from "../sandbox/emulator/payment-methods.ts";
import { faultQueue } from "../sandbox/faults.ts";
import { stripeGatewayAt, stripeKey, webhookSecret } from "../testing/adapters.ts";
import { type GatewaySetup, gatewayRefusedWith, paymentSteps } from "../testing/gateway-setup.ts";
import * as say from "../testing/scripted-answers.ts";
import { openStripeServer, type StripeServer } from "../testing/stripe-server.ts";
import { stripeEventsTable, stripeTable } from "./stripe-table.ts";

/** What the adapter reported, the last one last; `worked` for a good answer. */
let reported: string[] = [];
const outside: Pick<Outside, "of"> = {
  of: (table) => ({
    failed(answer, code) {
      reported.push(answer);
      // Never what was sent, or what Stripe says about it.
      expect(code ?? "").toMatch(/^[\w. ]*$/);
      return table.rows[answer];
    },
    worked: () => void reported.push("worked"),
  }),
};

let twin: StripeServer;
let gateway: PaymentGateway;
let hasty: PaymentGateway;
let steps: ReturnType<typeof paymentSteps>;
const clock = movableClock();
const emulator = {} as GatewaySetup["emulator"];
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const database = await openTestDatabase();
  closeDatabase = () => database.close();
  Object.assign(emulator, { db: database.db, clock });
  twin = await openStripeServer({ db: database.db, clock, secretKey: stripeKey, faults: faultQueue() });
  gateway = await stripeGatewayAt(twin.port, { outside });
  hasty = await stripeGatewayAt(twin.port, { outside, timeoutMs: 100 });
  steps = paymentSteps(gateway);
});
beforeEach(() => void (reported = []));
afterAll(async () => {
  await twin.close();
  await closeDatabase();
});

/** While the twin answers like this, `call` is refused as this, and reported as this row. */
async function refusedAs(
  answer: keyof typeof stripeTable.rows,
  script: say.ScriptedAnswer,
  {
    call = () => gateway.retrieve("pi_1"),
    at = "",
    refused,
  }: { call?: () => Promise<unknown>; at?: string; refused?: RefusedCode } = {},
) {
  twin.script(at, script);
  reported = [];
  const error: unknown = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  twin.script(at, null);
  expect(error).toMatchObject(
    refused === undefined
      ? {
          name: "GatewayUnknownOutcome",
          message: expect.stringMatching(/^The outcome of \w+ is unknown$/u),
          cause: answer,
        }
      : { name: "GatewayRefused", code: refused },
  );
  expect(reported).toEqual([answer]);
}

const charge = async (more: Partial<Parameters<typeof steps.chargeInput>[1]> = {}) =>
  steps.chargeInput(await steps.cardOnFile(), more);

coverEveryRow(stripeTable, {
  key_expired: async () => {
    await refusedAs("key_expired", say.stripeError(401, { code: "api_key_expired" }));
    await refusedAs("key_expired", say.stripeError(400, { code: "platform_api_key_expired" }));
  },
  key_refused: () => refusedAs("key_refused", say.stripeError(401, { message: "Invalid API Key provided: sk_live_1" })),
  permission_missing: async () => {
    await refusedAs("permission_missing", say.stripeError(403, { message: "The provided key rk_live_1 lacks" }));
    await refusedAs("permission_missing", say.stripeError(403, { code: "secret_key_required" }));
  },
  wrong_mode: async () => {
    const message = "No such customer: 'cus_1'; a similar object exists in test mode, but a live mode key was used";
    await refusedAs("wrong_mode", say.stripeError(404, { code: "resource_missing", message }));
    await refusedAs("wrong_mode", say.stripeError(400, { code: "testmode_charges_only" }));
  },
  account_restricted: async () => {
    await refusedAs("account_restricted", say.stripeError(400, { code: "account_closed" }));
    await refusedAs("account_restricted", say.stripeError(400, { code: "charge_exceeds_transaction_limit" }));
  },
  balance_insufficient: () => {
    const call = () => gateway.refund({ intentId: "pi_1", refundId: "r", amount: 100, idempotencyKey: newId() });
    return refusedAs("balance_insufficient", say.stripeError(400, { code: "balance_insufficient" }), { call });
  },
  other_account: async () => {
    const missing = say.stripeError(404, { code: "resource_missing" });
    await refusedAs("other_account", missing, { refused: "not_found" });
    await refusedAs("other_account", missing, { call: () => gateway.deleteCustomer("cus_1"), refused: "not_found" });
    // A customer that isn't found isn't taken for a deleted one.
    const input = await charge();
    await refusedAs("other_account", missing, { call: () => gateway.authorize(input), refused: "not_found" });
  },
  request_wrong: async () => {
    await refusedAs("request_wrong", say.stripeError(400, { code: "parameter_unknown" }));
    await refusedAs("request_wrong", say.stripeError(400, { type: "idempotency_error" }));
    const input = await charge({ amount: 49 });
    await refusedAs("request_wrong", say.stripeError(400, { code: "amount_too_small" }), {
      call: () => gateway.authorize(input),
      at: "POST /v1/payment_intents",
    });
  },
  rate_limited: async () => {
    await refusedAs("rate_limited", say.stripeError(429, { code: "rate_limit" }));
    await refusedAs("rate_limited", say.stripeError(429, {}));
  },
  in_progress: async () => {
    await refusedAs("in_progress", say.stripeError(409, { type: "idempotency_error", code: "idempotency_key_in_use" }));
    await refusedAs("in_progress", say.stripeError(429, { code: "lock_timeout" }));
  },
  gateway_down: async () => {
    await refusedAs("gateway_down", say.stripeError(500, { type: "api_error" }));
    await refusedAs("gateway_down", say.stripeError(503, { type: "api_error", code: "api_key_expired" }));
    await refusedAs("gateway_down", say.stripeError(424, { type: "api_error" }));
  },
  unreachable: async () => {
    await refusedAs("unreachable", say.broken);
    await refusedAs("unreachable", say.switching);
    const nobody = await stripeGatewayAt(1, { outside });
    await refusedAs("unreachable", say.silent, { call: () => nobody.retrieve("pi_1") });
  },
  timeout: async () => {
    for (const endless of [say.silent, say.dripping])
      await refusedAs("timeout", endless, { call: () => hasty.retrieve("pi_1") });
  },
  not_json: async () => {
    for (const body of ['"ok"', "5", "true", "null", "[]", "", "<html>", '{"id":'])
      await refusedAs("not_json", say.text(200, body));
    await refusedAs("not_json", say.text(502, "<html>"));
    await refusedAs("not_json", say.text(401, "<html>"));
  },
  unexpected_object: async () => {
    await refusedAs("unexpected_object", say.json(200, {}));
    await refusedAs("unexpected_object", say.json(200, { id: "pi_1", object: "payment_intent" }));
    const call = () => gateway.intentsOf("cus_1");
    await refusedAs("unexpected_object", say.json(200, { object: "list" }), { call });
    await refusedAs("unexpected_object", say.json(200, { id: null }), {
      call: () => gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() }),
    });
  },
  card_declined: async () => {
    // A decline is an answer: the gateway works.
    const fresh = await stripeGatewayAt(twin.port, { outside });
    for (const code of [
      "insufficient_funds",
      "authentication_required",
      "processing_error",
      "card_velocity_exceeded",
    ]) {
      const input = await charge({ offSession: true });
      twin.script("POST /v1/payment_intents", say.declineOfCharge(code));
      reported = [];
      expect(await fresh.authorize(input)).toMatchObject({ lastDecline: { final: false } });
      expect(reported).toEqual(["worked"]);
      twin.script("POST /v1/payment_intents", null);
    }
    // One without an intent is final for this request.
    const input = await charge();
    await refusedAs("card_declined", say.stripeError(402, { type: "card_error", code: "card_declined" }), {
      ...{ call: () => gateway.authorize(input), at: "POST /v1/payment_intents", refused: "declined" },
    });
  },
  card_refused_for_good: async () => {
    const input = await charge({ offSession: true });
    const declines = [
      ["stolen_card", {}],
      ["generic_decline", { advice_code: "do_not_try_again" }],
      ["do_not_honor", { network_advice_code: "03" }],
    ] as const;
    for (const [code, more] of declines) {
      twin.script("POST /v1/payment_intents", say.declineOfCharge(code, more));
      expect(await gateway.authorize(input), code).toMatchObject({ lastDecline: { final: true } });
    }
    twin.script("POST /v1/payment_intents", null);
    const card = await steps.cardOnFile();
    await setChargeDecline(emulator, card.paymentMethod, "revocation_of_authorization");
    expect((await gateway.authorize(steps.chargeInput(card))).lastDecline).toEqual({
      code: "generic_decline",
      final: true,
    });
  },
  customer_gone: async () => {
    const input = await charge();
    await gateway.deleteCustomer(input.customer);
    reported = [];
    await expect(gateway.authorize(input)).rejects.toEqual(gatewayRefusedWith("customer_gone"));
    const attach = { customer: input.customer, source: "tok_visa", idempotencyKey: newId() };
    await expect(gateway.attachSource(attach)).rejects.toEqual(gatewayRefusedWith("customer_gone"));
    expect(reported).toEqual(["customer_gone", "customer_gone"]);
    await refusedAs("customer_gone", say.stripeError(400, { code: "resource_missing", param: "customer" }), {
      ...{ call: () => gateway.intentsOf(input.customer), at: "GET /v1/payment_intents", refused: "customer_gone" },
    });
    // What is wrong with the moment or the request says nothing about the customer.
    const list = (customer: string) => ({ call: () => gateway.intentsOf(customer), at: "GET /v1/payment_intents" });
    await refusedAs("gateway_down", say.stripeError(500, {}), list(input.customer));
    await refusedAs("unknown", say.stripeError(400, {}), list((await charge()).customer));
  },
  card_gone: async () => {
    const input = await charge();
    await gateway.detachSource(input.paymentMethod);
    reported = [];
    await expect(gateway.authorize(input)).rejects.toEqual(gatewayRefusedWith("card_gone"));
    expect(reported).toEqual(["card_gone"]);
  },
  token_unusable: async () => {
    const customer = await steps.newCustomer();
    const attach = () => gateway.attachSource({ customer, source: "tok_visa", idempotencyKey: newId() });
    for (const code of ["token_already_used", "token_in_use", "resource_missing"])
      await refusedAs("token_unusable", say.stripeError(400, { code, param: "card[token]" }), {
        ...{ call: attach, at: "POST /v1/payment_methods", refused: "token_unusable" },
      });
  },
  wrong_state: async () => {
    const { id: intentId } = await steps.authorizedIntent();
    await gateway.cancel({ intentId, idempotencyKey: newId() });
    reported = [];
    await expect(gateway.capture({ intentId, amount: 1, idempotencyKey: newId() })).rejects.toEqual(
      gatewayRefusedWith("wrong_state"),
    );
    expect(reported).toEqual(["wrong_state"]);
    for (const code of ["charge_expired_for_capture", "charge_already_captured"])
      await refusedAs("wrong_state", say.stripeError(400, { code }), { refused: "wrong_state" });
  },
  wrong_amount: async () => {
    for (const code of ["amount_too_large", "charge_exceeds_source_limit"])
      await refusedAs("wrong_amount", say.stripeError(400, { code }), { refused: "wrong_amount" });
  },
  not_refundable: async () => {
    await refusedAs("not_refundable", say.stripeError(400, { code: "charge_already_refunded" }), {
      refused: "already_refunded",
    });
    await refusedAs("not_refundable", say.stripeError(400, { code: "charge_disputed" }), { refused: "disputed" });
  },
  unknown: async () => {
    await refusedAs("unknown", say.stripeError(400, { code: "brand_new_code" }));
    await refusedAs("unknown", say.stripeError(400, {}));
    // On a charge, too: what nobody knows says nothing about the card.
    const input = await charge();
    await refusedAs("request_wrong", say.stripeError(400, {}), {
      ...{ call: () => gateway.authorize(input), at: "POST /v1/payment_intents" },
    });
  },
});

test("Stripe works again when what failed does: questions that are answered meanwhile don't end it", async () => {
  const fresh = await stripeGatewayAt(twin.port, { outside });
  const input = await charge();
  twin.script("POST /v1/payment_intents", say.stripeError(429, {}));
  await expect(fresh.authorize(input)).rejects.toThrow();
  reported = [];
  await fresh.intentsOf(input.customer);
  expect(reported).toEqual([]);
  twin.script("POST /v1/payment_intents", null);
  await fresh.authorize(input);
  expect(reported).toEqual(["worked"]);
});

describe("what nobody can know of a charge stays unknown", () => {
  test("a charge is made once when its answer is a JSON string, and the key finds it", async () => {
    const input = await charge();
    await refusedAs("not_json", say.text(200, '"ok"'), { call: () => gateway.authorize(input) });
    const made = await gateway.authorize(input);
    expect(await gateway.authorize(input)).toEqual(made);
    expect(await gateway.intentsOf(input.customer)).toHaveLength(1);
  });
  test("connections are bounded: more calls than that wait, and all are answered", async () => {
    const customers = Array.from({ length: 60 }, () => steps.newCustomer());
    expect(new Set(await Promise.all(customers)).size).toBe(60);
  });
});

const { webhooks } = new Stripe(stripeKey);
/** The event's signed body and its header. */
function signed(event: object, secret = webhookSecret, timestamp = Math.floor(Date.now() / 1000)) {
  const payload = JSON.stringify(event);
  return [payload, webhooks.generateTestHeaderString({ payload, secret, timestamp })] as const;
}
const event = (more: object = {}) => ({
  ...{ id: "evt_1", object: "event", type: "payment_intent.succeeded", created: 1_800_000_000, livemode: false },
  data: { object: { id: "pi_1", object: "payment_intent" } },
  ...more,
});

coverEveryRow(stripeEventsTable, {
  not_signed: () => {
    expect(() => gateway.verifyWebhook(...signed(event(), "whsec_another"))).toThrow(WebhookRejected);
    expect(() => gateway.verifyWebhook(...signed(event(), webhookSecret, 1_700_000_000))).toThrow(WebhookRejected);
    expect(reported).toEqual(["not_signed", "not_signed"]);
    // A stranger's post without a signature is none of Stripe's.
    expect(() => gateway.verifyWebhook("{}", undefined)).toThrow(WebhookRejected);
    expect(reported).toHaveLength(2);
  },
  wrong_mode: () => {
    expect(gateway.verifyWebhook(...signed(event({ livemode: true })))).toMatchObject({ id: "evt_1", intentId: null });
    expect(reported).toEqual(["wrong_mode"]);
  },
  thin: () => {
    const thin = {
      id: "evt_2",
      object: "v2.core.event",
      type: "v1.payment_intent.succeeded",
      created: "2026-03-05T12:00:00Z",
    };
    expect(gateway.verifyWebhook(...signed(thin))).toMatchObject({ id: "evt_2", intentId: null });
    expect(reported).toEqual(["thin"]);
  },
  missing: () => {
    gateway.reportMissingEvents();
    expect(reported).toEqual(["missing"]);
  },
  unknown: () => {
    for (const more of [
      { type: "terminal.reader.flew" },
      { api_version: "2011-01-01" },
      { api_version: null, account: "acct_1" },
    ])
      expect(gateway.verifyWebhook(...signed(event(more)))).toMatchObject({ id: "evt_1", intentId: "pi_1" });
    expect(reported).toEqual(["worked", "worked", "worked"]);
    for (const odd of [null, [], { object: "event" }, event({ id: 5 }), event({ data: null })])
      expect(() => gateway.verifyWebhook(...signed(odd as object))).toThrow(WebhookRejected);
  },
});
