import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { probeStripe } from "./probe-stripe.ts";

/** What Stripe answers, by path; a number is a status without more. */
let answers: Record<string, object | number> = {};
let methods = new Set<string | undefined>();
let server: Server;
beforeAll(async () => {
  server = createServer(({ method, url = "" }, response) => {
    methods.add(method);
    const answer = answers[new URL(url, "http://stripe").pathname] ?? { object: "list", data: [], has_more: false };
    const status = typeof answer === "number" ? answer : 200;
    const body = typeof answer === "number" ? { error: { type: "invalid_request_error" } } : answer;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterAll(() => server.closeAllConnections());
afterAll(() => new Promise((closed) => server.close(closed)));

const url = "https://app.practice.example/webhooks/stripe";
const good = {
  "/v1/balance": { object: "balance", livemode: true },
  "/v1/account": { id: "acct_1", charges_enabled: true },
  "/v1/webhook_endpoints": { object: "list", data: [{ id: "we_1", url, status: "enabled" }], has_more: false },
};
const probe = (changed: Record<string, object | number> = {}, publishableKey = "pk_live_1") => {
  answers = { ...good, ...changed };
  methods = new Set();
  const { port } = server.address() as AddressInfo;
  return probeStripe({
    publicUrl: "https://app.practice.example",
    stripe: {
      ...{ secretKey: "rk_live_1", publishableKey, webhookSecret: "whsec_1", retries: 0 },
      server: { protocol: "http", host: "127.0.0.1", port },
    },
  });
};
const problems = async (...args: Parameters<typeof probe>) =>
  (await probe(...args)).flatMap(({ system, problem }) => (problem ? [[system, problem.answer, problem.todo]] : []));

test("all is well: four things were asked, and nothing was changed", async () => {
  expect((await probe()).map(({ system, problem }) => [system, problem])).toEqual([
    ["payments", null],
    ["payments", null],
    ["payments", null],
    ["payment_events", null],
  ]);
  expect([...methods]).toEqual(["GET"]);
});

test.each<[string, Record<string, object | number>, string, string]>([
  ["a refused key", { "/v1/balance": 401 }, "key_refused", "STRIPE_SECRET_KEY"],
  ["a key of the other mode", { "/v1/balance": { livemode: false } }, "wrong_mode", "test mode"],
  ["a key that may not read", { "/v1/refunds": 403, "/v1/disputes": 403 }, "permission_missing", "Refunds, Disputes"],
  ["an account that may not charge", { "/v1/account": { charges_enabled: false } }, "account_restricted", "dashboard"],
  ["no endpoint", { "/v1/webhook_endpoints": { object: "list", data: [] } }, "missing", "STRIPE_WEBHOOK_SECRET"],
  [
    "an endpoint turned off",
    { "/v1/webhook_endpoints": { object: "list", data: [{ id: "we_1", url, status: "disabled" }] } },
    "missing",
    "turned off",
  ],
])("%s is said, with what to do", async (_, changed, answer, todo) => {
  const [found, ...more] = await problems(changed);
  expect([found?.[1], found?.[2], more]).toEqual([answer, expect.stringContaining(todo), []]);
});

test("keys of different modes need no question", async () => {
  expect(await problems({}, "pk_test_1")).toMatchObject([["payments", "wrong_mode", expect.any(String)]]);
  expect(methods.size).toBe(0);
});

test("a restricted key that may not know account and endpoints is enough", async () => {
  expect(await problems({ "/v1/account": 403, "/v1/webhook_endpoints": 403 })).toEqual([]);
});
