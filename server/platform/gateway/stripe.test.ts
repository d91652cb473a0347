import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { declineOf } from "./declines.ts";
import { GatewayUnknownOutcome } from "./port.ts";
import { movementOf, payoutOf } from "./stripe/from-stripe.ts";
import { stripeGateway } from "./stripe/stripe-gateway.ts";

describe("Stripe adapter", () => {
  let server: Server;
  afterEach(() => server.closeAllConnections());
  afterEach(() => new Promise((closed) => server.close(closed)));

  async function stripe(listener: RequestListener, timeoutMs = 60_000) {
    server = createServer(listener);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return stripeGateway({
      secretKey: "sk_test_secret",
      publishableKey: "pk_test",
      webhookSecret: "whsec_test",
      retries: 0,
      timeoutMs,
      server: { protocol: "http", host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    });
  }
  const answer = (status: number, error: object) =>
    stripe((_, response) => response.writeHead(status).end(JSON.stringify({ error })));

  test.each<[string, RequestListener]>([
    ["a broken connection", (request) => request.socket.destroy()],
    ["a server error", (_, response) => response.writeHead(500).end('{"error":{"type":"api_error","message":"4242"}}')],
    ["no JSON", (_, response) => response.end("<html>")],
    ["a rate limit", (_, response) => response.writeHead(429).end('{"error":{"type":"invalid_request_error"}}')],
    [
      "a key in use",
      (_, response) =>
        response.writeHead(409).end('{"error":{"type":"idempotency_error","code":"idempotency_key_in_use"}}'),
    ],
    [
      "a key used with other arguments",
      (_, response) => response.writeHead(400).end('{"error":{"type":"idempotency_error"}}'),
    ],
  ])("%s leaves the outcome unknown", async (_, listener) => {
    const gateway = await stripe(listener);
    await expect(gateway.retrieve("pi_1")).rejects.toThrow(GatewayUnknownOutcome);
  });

  test("no answer in time leaves the outcome unknown", async () => {
    const gateway = await stripe(() => undefined, 50);
    await expect(gateway.retrieve("pi_1")).rejects.toThrow(GatewayUnknownOutcome);
  });

  test("a refused API key leaves the outcome unknown, and isn't repeated", async () => {
    const gateway = await answer(401, { type: "invalid_request_error", message: "Invalid API Key: sk_test_secret" });
    const refused: unknown = await gateway.retrieve("pi_1").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(GatewayUnknownOutcome);
    expect(JSON.stringify([refused, String(refused), String((refused as Error).cause)])).not.toContain(
      "sk_test_secret",
    );
  });

  test("errors repeat nothing that was sent", async () => {
    const gateway = await answer(400, {
      type: "invalid_request_error",
      code: "resource_missing",
      message: "No such: pi_1",
    });
    await expect(gateway.retrieve("pi_1")).rejects.not.toThrow("pi_1");
  });

  test.each<[number, object, object]>([
    [400, { type: "invalid_request_error", message: "Evidence was submitted" }, { code: "wrong_state" }],
    [400, { type: "invalid_request_error", code: "parameter_invalid_empty" }, { code: "wrong_state" }],
    [400, { type: "idempotency_error" }, { name: "GatewayUnknownOutcome" }],
    [500, { type: "api_error" }, { name: "GatewayUnknownOutcome" }],
    [401, { type: "invalid_request_error" }, { name: "GatewayUnknownOutcome" }],
  ])("an answer to a dispute that gets %i %o", async (status, error, expected) => {
    const details = { due_by: null, submission_count: 0 };
    const open = { id: "dp_1", status: "needs_response", metadata: {}, evidence_details: details };
    const gateway = await stripe((request, response) =>
      request.method === "GET"
        ? response.end(JSON.stringify(open))
        : response.writeHead(status).end(JSON.stringify({ error })),
    );
    const evidence = { productDescription: "", refundPolicy: "", cancellationPolicy: "", summary: "" };
    await expect(gateway.answerDispute({ disputeId: "dp_1", evidence, idempotencyKey: "key" })).rejects.toMatchObject(
      expected,
    );
  });

  test("an order's charge is found beyond the first page of its customer's", async () => {
    const intent = (id: string, order: string) => ({ id, status: "succeeded", metadata: { order_id: order } });
    const gateway = await stripe((request, response) => {
      const last = request.url?.includes("starting_after");
      const data = [last ? intent("pi_2", "hers") : intent("pi_1", "another")];
      response.end(JSON.stringify({ object: "list", url: "/v1/payment_intents", has_more: !last, data }));
    });
    expect((await gateway.intentsOf("cus_1")).find(({ orderId }) => orderId === "hers")).toMatchObject({ id: "pi_2" });
  });
});

test.each([
  [{ code: "card_declined", decline_code: "insufficient_funds" }, "insufficient_funds", false],
  [{ code: "card_declined", decline_code: "stolen_card" }, "lost_card", true],
  [{ code: "card_declined", decline_code: "lost_card" }, "lost_card", true],
  [{ code: "expired_card" }, "expired_card", false],
  [{ code: "invalid_expiry_month" }, "invalid_expiry_month", false],
  [{ code: "card_declined", decline_code: "do_not_honor" }, "generic_decline", false],
  [{ code: "card_declined", decline_code: "pickup_card" }, "generic_decline", true],
  [{ code: "card_declined", decline_code: "do_not_honor", advice_code: "do_not_try_again" }, "generic_decline", true],
  [{ code: "card_declined", decline_code: "fraudulent", advice_code: "try_again_later" }, "generic_decline", true],
  [{ code: "card_declined", decline_code: "generic_decline", network_advice_code: "21" }, "generic_decline", true],
  [{ code: "authentication_required" }, "generic_decline", false],
  [{ code: "card_declined", decline_code: "brand_new_code" }, "generic_decline", false],
  [{}, "generic_decline", false],
])("Stripe's %o is %s, for good: %s", (error, code, final) => {
  expect(declineOf(error)).toEqual({ code, final });
});

test.each([
  ["payout", -9_000, "payout", 9_000, "po_1"],
  // Taken from the practice's bank.
  ["payout", 9_000, "payout", 9_000, "po_1"],
  ["payout_reversal", 2_500, "payout_reversal", 2_500, "po_1"],
  ["refund", -500, "refund", 500, null],
  ["risk_reserved_funds", -700, "other", 700, null],
  ["a_category_of_next_year", 300, "other", 300, null],
])("a balance transaction of the category %s", (reporting_category, amount, kind, cents, payoutId) => {
  const transaction = {
    ...{ id: "txn_1", object: "balance_transaction", reporting_category, amount, fee: 20, net: amount - 20 },
    ...{ created: 1_800_000_000, available_on: 1_800_144_000, source: { id: "po_1", object: "payout" } },
  } as unknown as Parameters<typeof movementOf>[0];
  const at = new Date(1_800_000_000_000);
  expect(movementOf(transaction)).toEqual({
    ...{ id: "txn_1", kind, amount: cents, fee: 20, net: amount - 20, intentId: null, customer: null, payoutId, at },
    availableOn: "2027-01-17",
  });
});

test.each([
  ["paid", true, "completed", "paid", "yes"],
  ["in_transit", true, "in_progress", "in_transit", "not_yet"],
  ["pending", true, "a_status_of_next_year", "pending", "not_yet"],
  ["failed", false, "not_applicable", "failed", "no"],
  // Made at once: by hand, or by a schedule that isn't itemized.
  ["canceled", true, "not_applicable", "canceled", "no"],
  ["paid", false, "completed", "paid", "no"],
  ["a_status_of_next_year", true, "completed", "pending", "yes"],
])("Stripe's payout that is %s, automatic: %s, reconciled: %s", (status, automatic, reconciled, is, itemized) => {
  const payout = {
    ...{ id: "po_1", object: "payout", amount: -4_200, status, automatic, reconciliation_status: reconciled },
    ...{ created: 1_800_000_000, arrival_date: 1_800_144_000 },
  } as unknown as Parameters<typeof payoutOf>[0];
  expect(payoutOf(payout)).toEqual({
    ...{ id: "po_1", amount: -4_200, status: is, itemized, arrivesOn: "2027-01-17" },
    createdAt: new Date(1_800_000_000_000),
  });
});
