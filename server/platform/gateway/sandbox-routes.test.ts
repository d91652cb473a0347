import { Writable } from "node:stream";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenDatabase } from "../database/open.ts";
import { openTestDatabase } from "../database/testing/test-databases.ts";
import { newId } from "../ids.ts";
import { sandboxGateway } from "./sandbox/sandbox-gateway.ts";
import { sandboxRoutes } from "./sandbox/sandbox-routes.ts";

const clock = { now: () => new Date("2026-03-31T12:00:00Z") };
const card = { number: "4242 4242 4242 4242", exp_month: 12, exp_year: 2030, cvc: "123" };

let database: OpenDatabase;
let app: FastifyInstance;
let log = "";
let isLimited = false;

beforeAll(async () => {
  database = await openTestDatabase();
  const stream = new Writable({ write: (chunk, _, done) => ((log += chunk), done()) });
  app = fastify({ logger: { level: "trace", stream } });
  const checkRateLimit = async () => {
    if (isLimited) throw Object.assign(new Error("too many"), { status: 429 });
  };
  await app.register(sandboxRoutes({ db: database.db, clock, publishableKey: "pk_sandbox", checkRateLimit }));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const post = (payload: object | string, authorization = "Bearer pk_sandbox") =>
  app.inject({
    method: "POST",
    url: "/sandbox/v1/tokens",
    headers: { authorization, "content-type": "application/json" },
    payload,
  });

test("sandbox tokens: a card becomes a token that can be put on file", async () => {
  const confirm3ds = await post({ ...card, address_zip: "90210" });
  expect(confirm3ds.statusCode).toBe(200);
  expect(confirm3ds.headers["cache-control"]).toBe("no-store");
  const { id } = confirm3ds.json<{ id: string }>();
  const gateway = sandboxGateway({ db: database.db, clock, publishableKey: "pk_sandbox", webhookSecret: "whsec" });
  const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
  expect(await gateway.attachSource({ customer, source: id, idempotencyKey: newId() })).toMatchObject({
    attached: { brand: "visa", last4: "4242", expMonth: 12, expYear: 2030 },
  });
});

test.each([
  ["4242 4242 4242 4241", {}, "incorrect_number"],
  ["1234", {}, "incorrect_number"],
  ["a month over 12", { exp_month: 13 }, "invalid_expiry_month"],
  ["a year long gone", { exp_year: 2019 }, "invalid_expiry_year"],
  ["last month", { exp_month: 2, exp_year: 2026 }, "invalid_expiry_year"],
  ["a short code", { cvc: "12" }, "invalid_cvc"],
  ["three digits for American Express", { number: "378282246310005", cvc: "123" }, "invalid_cvc"],
  ["a ZIP that is none", { address_zip: "9021" }, "incorrect_zip"],
  ["a number that is no test card", { number: "4111111111111111" }, "card_declined"],
])("sandbox tokens: %s is refused", async (what, change, code) => {
  const confirm3ds = await post({ ...card, ...(/^\d/.test(what) && { number: what }), ...change });
  expect(confirm3ds.statusCode).toBe(402);
  expect(confirm3ds.json()).toMatchObject({
    error: { type: "card_error", code, message: expect.stringMatching(/\.$/) },
  });
});

test("sandbox tokens: a card is valid through its last month", async () => {
  expect((await post({ ...card, exp_month: 3, exp_year: 2026 })).statusCode).toBe(200);
});

test("sandbox tokens: without the publishable key there is no token", async () => {
  expect((await post(card, "Bearer pk_other")).statusCode).toBe(401);
});

test.each([[{}], [{ ...card, number: 4242 }], ["{"], [{ ...card, number: "4".repeat(5000) }]])(
  "sandbox tokens: an invalid request is refused without an echo (%#)",
  async (payload) => {
    const confirm3ds = await post(payload);
    expect([400, 413]).toContain(confirm3ds.statusCode);
    expect(confirm3ds.body).not.toContain("4242");
  },
);

test("sandbox tokens: too many requests are refused", async () => {
  isLimited = true;
  const confirm3ds = await post(card);
  isLimited = false;
  expect(confirm3ds.statusCode).toBe(429);
  expect(confirm3ds.json()).toMatchObject({ error: { code: "rate_limit" } });
});

test("sandbox tokens: no card number is logged or stored", async () => {
  await post(card);
  await post({ ...card, number: "4242424242424241" });
  const rows = await database.db.selectFrom("sandbox.token").selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  const allRows = log + JSON.stringify(rows);
  expect(allRows).not.toMatch(/4242[ ]?4242|"123"/);
});

const confirm3ds = (payload: object, authorization = "Bearer pk_sandbox") =>
  app.inject({
    method: "POST",
    url: "/sandbox/v1/payment_intents/answer",
    headers: { authorization, "content-type": "application/json" },
    payload,
  });

test("sandbox bank: its question is answered once, by whoever has the secret and the key", async () => {
  const gateway = sandboxGateway({ db: database.db, clock, publishableKey: "pk_sandbox", webhookSecret: "whsec" });
  const { id: customer } = await gateway.createCustomer({ patientId: newId(), idempotencyKey: newId() });
  const source = "tok_threeDSecure2Required";
  const made = await gateway.attachSource({ customer, source, idempotencyKey: newId() });
  const { clientSecret: client_secret } = await gateway.authorize({
    chargeFor: [],
    amount: 100,
    currency: "usd",
    customer,
    paymentMethod: "attached" in made ? made.attached.id : "",
    orderId: newId(),
    capture: "manual",
    offSession: false,
    idempotencyKey: newId(),
  });
  const answers = { client_secret, answer: "confirm" };
  expect((await confirm3ds(answers, "Bearer pk_other")).statusCode).toBe(401);
  expect((await confirm3ds({ ...answers, answer: "maybe" })).statusCode).toBe(400);
  expect((await confirm3ds({ ...answers, client_secret: "pi_0_secret_0" })).statusCode).toBe(400);
  expect((await confirm3ds(answers)).json()).toMatchObject({ status: "requires_capture" });
  expect((await confirm3ds(answers)).statusCode).toBe(400);
  isLimited = true;
  expect((await confirm3ds(answers)).statusCode).toBe(429);
  isLimited = false;
});
