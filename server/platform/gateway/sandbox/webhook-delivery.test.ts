import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { movableClock } from "../../clock/clock.ts";
import type { OpenDatabase } from "../../database/open.ts";
import { openTestDatabase } from "../../database/testing/test-databases.ts";
import { newId } from "../../ids.ts";
import type { GatewayEvent } from "../port.ts";
import { paymentSteps } from "../testing/gateway-setup.ts";
import { sandboxGateway } from "./sandbox-gateway.ts";
import { type DeliveryFaults, createWebhookDelivery } from "./webhook-delivery.ts";

const webhookSecret = "whsec_test";
/** Does not move unless a test moves it, so that no test depends on its own speed. */
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
const delivery = (faults: DeliveryFaults = {}) =>
  createWebhookDelivery({
    db: database.db,
    clock,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    webhookSecret,
    faults,
  });

/** An authorization that was captured and refunded: three events. */
async function createThreeEvents(): Promise<string> {
  const sandbox = gateway();
  const { id: intentId } = await paymentSteps(sandbox).authorizedIntent({ amount: 1000 });
  await sandbox.capture({ intentId, amount: 1000, idempotencyKey: newId() });
  await sandbox.refund({ intentId, refundId: newId(), amount: 1000, idempotencyKey: newId() });
  return intentId;
}

const receivedTypes = () => received.map(({ type }) => type);
const expectedTypes = ["payment_intent.amount_capturable_updated", "payment_intent.succeeded", "charge.refunded"];

test("courier: events arrive signed, once, in the order they happened", async () => {
  const intentId = await createThreeEvents();
  expect(await delivery().deliverDue(clock.now())).toBe(3);
  expect(receivedTypes()).toEqual(expectedTypes);
  expect(new Set(received.map((event) => event.intentId))).toEqual(new Set([intentId]));
  expect(await delivery().deliverDue(clock.now())).toBe(0);
  expect(received).toHaveLength(3);
});

test("courier: two at once deliver each event once", async () => {
  await createThreeEvents();
  const delivered = await Promise.all([delivery().deliverDue(clock.now()), delivery().deliverDue(clock.now())]);
  expect(delivered[0] + delivered[1]).toBe(3);
  expect(receivedTypes().toSorted()).toEqual(expectedTypes.toSorted());
});

test("courier: a refused event is retried ten seconds later", async () => {
  await createThreeEvents();
  status = 500;
  expect(await delivery().deliverDue(clock.now())).toBe(0);
  status = 200;
  expect(await delivery().deliverDue(clock.now())).toBe(0);
  clock.advance(10_000);
  expect(await delivery().deliverDue(clock.now())).toBe(3);
  expect(receivedTypes()).toEqual([...expectedTypes, ...expectedTypes]);
});

test("courier: an event that is never accepted is given up in the end", async () => {
  await createThreeEvents();
  status = 503;
  for (let round = 0; round < 10; round += 1) {
    await delivery().deliverDue(clock.now());
    clock.advance(48 * 3600 * 1000);
  }
  expect(received).toHaveLength(3 * 8);
});

test("courier: an event claimed by a node that died is delivered by another", async () => {
  await createThreeEvents();
  const leasedUntil = new Date(clock.now().getTime() + 60_000);
  await database.db.updateTable("sandbox.event").set({ attempts: 1, due_at: leasedUntil }).execute();
  expect(await delivery().deliverDue(clock.now())).toBe(0);
  clock.advance(60_000);
  expect(await delivery().deliverDue(clock.now())).toBe(3);
});

test("courier faults: events are duplicated", async () => {
  await createThreeEvents();
  await delivery({ copies: () => 3 }).deliverDue(clock.now());
  expect(receivedTypes()).toEqual(expectedTypes.flatMap((type) => [type, type, type]));
  expect(new Set(received.map(({ id }) => id)).size).toBe(3);
});

test("courier faults: events are dropped", async () => {
  await createThreeEvents();
  await delivery({ copies: ({ type }) => (type === "payment_intent.succeeded" ? 0 : 1) }).deliverDue(clock.now());
  await delivery().deliverDue(clock.now());
  expect(receivedTypes()).toEqual([expectedTypes[0], expectedTypes[2]]);
});

test("courier faults: events overtake each other", async () => {
  await createThreeEvents();
  await delivery({ order: (events) => events.toReversed() }).deliverDue(clock.now());
  expect(receivedTypes()).toEqual(expectedTypes.toReversed());
});

test("courier faults: events are late", async () => {
  await createThreeEvents();
  const delayedDelivery = delivery({ delayMs: ({ type }) => (type === "charge.refunded" ? 0 : 5000) });
  await delayedDelivery.deliverDue(clock.now());
  expect(receivedTypes()).toEqual(["charge.refunded"]);
  clock.advance(5000);
  await delayedDelivery.deliverDue(clock.now());
  expect(receivedTypes()).toEqual([expectedTypes[2], expectedTypes[0], expectedTypes[1]]);
});

test("courier faults: can be changed during delivery", async () => {
  const changedDelivery = delivery({ copies: () => 0 });
  changedDelivery.setFaults({});
  await createThreeEvents();
  expect(await changedDelivery.deliverDue(clock.now())).toBe(3);
});
