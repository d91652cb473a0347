import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { intentById } from "#server/payment/charges/payment-intents.ts";
import type { Intent, IntentStatus, PaymentGateway } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { orderById } from "../orders.ts";
import { addCharge, addOrder, minute } from "../testing/order-rows.ts";
import { withGateway } from "../testing/shop.ts";
import { captureOrVoidCharge, processWebhookEvent, refundCharge, syncIntent } from "./sync-intent.ts";

let server: TestServer;
let rosa: string;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  rosa = (await server.newPatient()).id;
});

const at = (gateway: Partial<PaymentGateway>) => withGateway(server.services, gateway);
const intentFor = (id: string, orderId: string | null, values: Partial<Intent> = {}): Intent => ({
  ...{ id, status: "requires_capture" as IntentStatus, amount: 700, currency: "usd", amountCaptured: 0 },
  ...{ amountRefunded: 0, orderId, customer: null, chargeKey: null, chargeFor: [], ...values },
});
async function placed(status: "authorizing" | "authorized" | "paid", ofCharge: Parameters<typeof addCharge>[2] = {}) {
  const order = await addOrder(server, rosa, 1, { status });
  return { order, charge: await addCharge(server, order, ofCharge) };
}
const statusOf = async (id: string) => (await orderById(server.services.db, id))?.status;

describe("what the gateway says of an intent", () => {
  const sync = (intent: Intent) => syncIntent(at({ retrieve: () => Promise.resolve(intent) }), intent.id);

  test("is that of the order whose charge it is, else of the order it names", async () => {
    const [own, named] = [await placed("authorizing"), await placed("authorizing", { gateway_intent_id: null })];
    await sync(intentFor(own.charge.gatewayId, newId()));
    await sync(intentFor(`pi_${newId()}`, named.order.id));
    expect([await statusOf(own.order.id), await statusOf(named.order.id)]).toEqual(["authorized", "authorized"]);
  });

  test.each([null, "of another shop", newId()])("is none of ours where its order is %s", async (orderId) => {
    const id = `pi_${newId()}`;
    await sync(intentFor(id, orderId));
    expect(server.logged()).toContain(`"intent":"${id}"`);
  });

  test("closes an order of which everything was refunded, and no other", async () => {
    const refunded = async (cents: number) => {
      const { order, charge } = await placed("paid", { status: "succeeded", captured_cents: 700 });
      const captured = { status: "succeeded", amountCaptured: 700, amountRefunded: cents } as const;
      const intent = intentFor(charge.gatewayId, order.id, captured);
      const made = [{ id: `re_${newId()}`, refundId: null, amount: cents, status: "succeeded" as const }];
      const gateway = { retrieve: () => Promise.resolve(intent), refundsOf: () => Promise.resolve(made) };
      await syncIntent(at(gateway), intent.id);
      return statusOf(order.id);
    };
    expect([await refunded(699), await refunded(700)]).toEqual(["paid", "refunded"]);
  });

  test("of an event is applied, and the event is processed", async () => {
    const { order, charge } = await placed("authorizing");
    const { db, gateway } = server.services;
    const event = { gateway: gateway.name, event_id: newId(), type: "a.type", gateway_intent_id: charge.gatewayId };
    await db
      .insertInto("webhook_event")
      .values({ ...event, received_at: minute(1), last_attempt_at: minute(1) })
      .execute();
    const services = at({ retrieve: () => Promise.resolve(intentFor(charge.gatewayId, order.id)) });
    await processWebhookEvent(services, charge.gatewayId, event.event_id);
    const row = await db
      .selectFrom("webhook_event")
      .select("processed_at")
      .where("event_id", "=", event.event_id)
      .executeTakeFirst();
    expect([await statusOf(order.id), row?.processed_at]).toEqual(["authorized", expect.any(Date)]);
  });
});

describe("a decision on a charge", () => {
  const decide = async (
    decision: "capture" | "void" | null,
    becomes: IntentStatus,
    status: "requires_capture" | "succeeded" = "requires_capture",
  ) => {
    const { order, charge } = await placed("authorized", { status, capture_or_void: decision });
    const asked: string[] = [];
    const answer = (name: string) => () => {
      asked.push(name);
      const amountCaptured = becomes === "succeeded" ? 700 : 0;
      return Promise.resolve(
        intentFor(charge.gatewayId, order.id, name === "retrieve" ? {} : { status: becomes, amountCaptured }),
      );
    };
    const gateway = { retrieve: answer("retrieve"), capture: answer("capture"), cancel: answer("cancel") };
    const error = await captureOrVoidCharge(at(gateway), charge.id).then(() => null, String);
    return {
      asked,
      error,
      status: await statusOf(order.id),
      row: (await intentById(server.services.db, charge.id))?.status,
    };
  };

  test("is carried out, as it was made", async () => {
    expect(await decide("capture", "succeeded")).toEqual({
      asked: ["retrieve", "capture"],
      error: null,
      status: "paid",
      row: "succeeded",
    });
    expect(await decide("void", "canceled")).toEqual({
      asked: ["retrieve", "cancel"],
      error: null,
      status: "voided",
      row: "canceled",
    });
  });

  test("that the gateway did not carry out is tried again", async () => {
    const { error, status } = await decide("capture", "requires_capture");
    expect([error, status]).toEqual([expect.stringContaining("did not capture"), "authorized"]);
  });

  test("isn't asked for where there is none, or nothing is authorized any more", async () => {
    expect(await decide(null, "succeeded")).toMatchObject({ asked: [], error: null });
    expect(await decide("capture", "succeeded", "succeeded")).toMatchObject({ asked: [], error: null });
    await expect(captureOrVoidCharge(at({}), newId())).resolves.toBeUndefined();
  });
});

test("a refund that gives back everything closes its order", async () => {
  const { order, charge } = await placed("paid", { status: "succeeded", captured_cents: 700 });
  const refund = async (cents: number) => {
    const id = newId();
    const row = { id, payment_intent_id: charge.id, status: "unknown", reason: "r", amount_cents: cents } as const;
    await server.services.db
      .insertInto("refund")
      .values({ ...row, created_at: minute(1), last_attempt_at: minute(1) })
      .execute();
    const made = { id: `re_${id}`, refundId: id, amount: cents, status: "succeeded" as const };
    await refundCharge(at({ refund: () => Promise.resolve(made) }), id);
    return statusOf(order.id);
  };
  expect([await refund(100), await refund(600)]).toEqual(["paid", "refunded"]);
});
