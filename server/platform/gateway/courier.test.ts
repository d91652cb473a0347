import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { movableClock } from "#server/platform/clock.ts";
import type { OpenDatabase } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { openTestDatabase } from "#server/platform/testing/databases.ts";
import { type DeliveryPlan, webhookCourier } from "./courier.ts";
import type { GatewayEvent } from "./port.ts";
import { sandboxGateway } from "./sandbox.ts";
import { steps } from "./testing.ts";

const webhookSecret = "whsec_test";
/** Stands still unless a test moves it, so that no test depends on how fast it runs. */
const clock = movableClock({ now: () => new Date("2026-05-08T15:00:00Z") });
let database: OpenDatabase;
let server: Server;
let received: GatewayEvent[];
let status: number;

beforeAll(async () => {
  database = await openTestDatabase();
  server = createServer(async (request, response) => {
    const signature = request.headers["stripe-signature"];
    received.push(gateway().verifyWebhook(await text(request), String(signature)));
    response.writeHead(status).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
beforeEach(() => {
  received = [];
  status = 200;
});
afterEach(() => database.db.deleteFrom("sandbox.event").execute());
afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await database.close();
});

const gateway = () => sandboxGateway({ db: database.db, clock, publishableKey: "pk_sandbox", webhookSecret });
const courier = (plan: DeliveryPlan = {}) =>
  webhookCourier({
    db: database.db,
    clock,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    webhookSecret,
    plan,
  });

/** A hold that was captured and refunded: three events. */
async function threeEvents(): Promise<string> {
  const sandbox = gateway();
  const { id: intentId } = await steps(sandbox).held({ amount: 1000 });
  await sandbox.capture({ intentId, amount: 1000, idempotencyKey: newId() });
  await sandbox.refund({ intentId, refundId: newId(), amount: 1000, idempotencyKey: newId() });
  return intentId;
}

const types = () => received.map(({ type }) => type);
const inOrder = ["payment_intent.amount_capturable_updated", "payment_intent.succeeded", "charge.refunded"];

test("courier: events arrive signed, once, in the order they happened", async () => {
  const intentId = await threeEvents();
  expect(await courier().deliverDue(clock.now())).toBe(3);
  expect(types()).toEqual(inOrder);
  expect(new Set(received.map((event) => event.intentId))).toEqual(new Set([intentId]));
  expect(await courier().deliverDue(clock.now())).toBe(0);
  expect(received).toHaveLength(3);
});

test("courier: two couriers at once deliver each event once", async () => {
  await threeEvents();
  const delivered = await Promise.all([courier().deliverDue(clock.now()), courier().deliverDue(clock.now())]);
  expect(delivered[0] + delivered[1]).toBe(3);
  expect(types().toSorted()).toEqual(inOrder.toSorted());
});

test("courier: a refused event is tried again, ten seconds later", async () => {
  await threeEvents();
  status = 500;
  expect(await courier().deliverDue(clock.now())).toBe(0);
  status = 200;
  expect(await courier().deliverDue(clock.now())).toBe(0);
  clock.advance(10_000);
  expect(await courier().deliverDue(clock.now())).toBe(3);
  expect(types()).toEqual([...inOrder, ...inOrder]);
});

test("courier: an event nobody takes is given up in the end", async () => {
  await threeEvents();
  status = 503;
  for (let round = 0; round < 10; round += 1) {
    await courier().deliverDue(clock.now());
    clock.advance(48 * 3600 * 1000);
  }
  expect(received).toHaveLength(3 * 8);
});

test("courier: an event claimed by a node that died is delivered by another", async () => {
  await threeEvents();
  const claimedUntil = new Date(clock.now().getTime() + 60_000);
  await database.db.updateTable("sandbox.event").set({ attempts: 1, due_at: claimedUntil }).execute();
  expect(await courier().deliverDue(clock.now())).toBe(0);
  clock.advance(60_000);
  expect(await courier().deliverDue(clock.now())).toBe(3);
});

test("courier plan: events are doubled", async () => {
  await threeEvents();
  await courier({ copies: () => 3 }).deliverDue(clock.now());
  expect(types()).toEqual(inOrder.flatMap((type) => [type, type, type]));
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
});

test("courier plan: events are dropped", async () => {
  await threeEvents();
  await courier({ copies: ({ type }) => (type === "payment_intent.succeeded" ? 0 : 1) }).deliverDue(clock.now());
  await courier().deliverDue(clock.now());
  expect(types()).toEqual([inOrder[0], inOrder[2]]);
});

test("courier plan: events overtake each other", async () => {
  await threeEvents();
  await courier({ order: (parcels) => parcels.toReversed() }).deliverDue(clock.now());
  expect(types()).toEqual(inOrder.toReversed());
});

test("courier plan: events are late", async () => {
  await threeEvents();
  const late = courier({ delayMs: ({ type }) => (type === "charge.refunded" ? 0 : 5000) });
  await late.deliverDue(clock.now());
  expect(types()).toEqual(["charge.refunded"]);
  clock.advance(5000);
  await late.deliverDue(clock.now());
  expect(types()).toEqual([inOrder[2], inOrder[0], inOrder[1]]);
});

test("courier plan: can be changed while it works", async () => {
  const changing = courier({ copies: () => 0 });
  changing.follow({});
  await threeEvents();
  expect(await changing.deliverDue(clock.now())).toBe(3);
});
