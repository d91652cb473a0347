import { beforeAll, expect, test } from "vitest";
import type { PaymentGateway } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { orderStatuses } from "../order-status.ts";
import { addCharge, addOrder } from "../testing/order-rows.ts";
import { chargeIfPending, orderOutcome } from "./place-order.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const step = { gateway: "stripe", publishablekey: "pk", clientsecret: "cs" } as const;

/** How a call is answered that asks for an order in each status; without an answer of its own it is the order. */
const answers: Readonly<Record<string, string>> = {
  ...{ authorizing: "payment_pending", unknown: "payment_pending", mismatch: "payment_pending" },
  ...{ failed: "expired_card", voided: "expired_card" },
};

test.each(orderStatuses)("an order that is %s is answered, or refused by why it isn't placed", async (status) => {
  const rosa = (await server.newPatient()).id;
  const order = await addOrder(server, rosa, 1, { status, decline_code: "expired_card", number: newId() });
  await addCharge(server, order);
  const silent = await addOrder(server, rosa, 2, { status, decline_code: null });
  await addCharge(server, silent, { gateway_intent_id: null });
  const refuse = (code: string, more?: object) => new Refusal(code as never, more);
  const outcome = (id: string, action?: typeof step) =>
    orderOutcome({ ...server.services, refuse } as never, id, action).catch((error: unknown) =>
      error instanceof Refusal ? error : Promise.reject(error as Error),
    );
  const code = answers[status];
  const found = await outcome(order.id);
  if (code === undefined) expect(found).toEqual({ id: order.id, number: order.number, status, totalCents: 700 });
  else expect(found).toMatchObject({ code, options: expect.not.objectContaining({ message: expect.anything() }) });
  const isPending = ["authorizing", "unknown"].includes(status);
  const asked = await outcome(order.id, step);
  if (isPending) expect(asked).toMatchObject({ code: "payment_action", options: { details: step } });
  else expect(asked).toEqual(found);
  const message =
    status === "unknown"
      ? sentence("payment.no_answer")
      : ["failed", "voided"].includes(status)
        ? sentence("payment.not_reached")
        : undefined;
  const unasked = await outcome(silent.id);
  if (unasked instanceof Refusal) expect(unasked.options.message).toEqual(message);
  await expect(outcome(newId())).rejects.toThrow("is gone");
});

test("the gateway is asked only about an order whose charge is pending", async () => {
  const rosa = (await server.newPatient()).id;
  const asked: string[] = [];
  const gateway = new Proxy(server.services.gateway, {
    get: (of, call: keyof PaymentGateway) => (call === "name" ? of.name : () => Promise.reject(new Error(call))),
  });
  for (const status of orderStatuses) {
    const order = await addOrder(server, rosa, 1, { status });
    await addCharge(server, order);
    await chargeIfPending({ ...server.services, gateway }, order.id).then(
      (step) => expect(step).toBeNull(),
      () => asked.push(status),
    );
  }
  expect(asked).toEqual(["authorizing", "unknown"]);
  expect(await chargeIfPending({ ...server.services, gateway }, newId())).toBeNull();
});
