import { describe, expect, test } from "vitest";
import {
  GatewayRefused,
  GatewayUnknownOutcome,
  type Intent,
  type IntentStatus,
} from "#server/platform/gateway/port.ts";
import { authorizeZeroAmount, captureOrVoid, gatewayIntentIdOf, minimumChargeCents } from "./gateway-charge.ts";
import type { IntentRow } from "./payment-intents.ts";

const row = (values: Partial<IntentRow> = {}) =>
  ({
    ...{ id: "row", order_id: "order", gateway_intent_id: "pi_1", amount_cents: 700, currency: "usd" },
    ...{ capture: "manual", capture_or_void: "capture", charge_key: "key", charge_for: ["a period"] },
    ...values,
  }) as IntentRow;
const intent = (status: IntentStatus) => ({ id: "pi_1", status }) as Intent;

/** A gateway where the charge stands so, and what it is asked. */
function gatewayAt(status: IntentStatus, { fails = null as Error | null, after = status } = {}) {
  const asked: unknown[] = [];
  const write = (name: string, done: IntentStatus) => (input: object) => {
    asked.push([name, input]);
    return fails ? Promise.reject(fails) : Promise.resolve(intent(done));
  };
  const gateway = {
    retrieve: (id: string) => {
      asked.push(id);
      return Promise.resolve(intent(asked.length === 1 ? status : after));
    },
    capture: write("capture", "succeeded"),
    cancel: write("cancel", "canceled"),
  };
  return { asked, services: { gateway } as unknown as Parameters<typeof captureOrVoid>[0] };
}

describe("an authorization", () => {
  const capture = ["capture", { intentId: "pi_1", amount: 700, idempotencyKey: "row:capture" }];
  const cancel = ["cancel", { intentId: "pi_1", idempotencyKey: "row:void" }];

  test.each<["capture" | "void", readonly unknown[], IntentStatus]>([
    ["capture", capture, "succeeded"],
    ["void", cancel, "canceled"],
  ])("to %s is asked for once it is known to stand", async (capture_or_void, call, status) => {
    const { asked, services } = gatewayAt("requires_capture");
    expect(await captureOrVoid(services, row({ capture_or_void }))).toEqual(intent(status));
    expect(asked).toEqual(["pi_1", call]);
  });

  test.each<IntentStatus>(["succeeded", "canceled", "processing", "requires_payment_method"])(
    "that is %s already is left alone",
    async (status) => {
      const { asked, services } = gatewayAt(status);
      expect(await captureOrVoid(services, row())).toEqual(intent(status));
      expect(asked).toEqual(["pi_1"]);
    },
  );

  test("is looked at again where the gateway refuses, and nowhere else", async () => {
    const refused = { fails: new GatewayRefused("wrong_state", "No"), after: "canceled" as const };
    const { asked, services } = gatewayAt("requires_capture", refused);
    expect(await captureOrVoid(services, row())).toEqual(intent("canceled"));
    expect(asked).toEqual(["pi_1", capture, "pi_1"]);
    const lost = gatewayAt("requires_capture", { fails: new GatewayUnknownOutcome("capture") });
    await expect(captureOrVoid(lost.services, row())).rejects.toThrow(GatewayUnknownOutcome);
    expect(lost.asked).toEqual(["pi_1", capture]);
  });

  test("has an id at the gateway once it was made", () => {
    expect(gatewayIntentIdOf(row())).toBe("pi_1");
    expect(() => gatewayIntentIdOf(row({ gateway_intent_id: null }))).toThrow("row was never made");
  });
});

describe("an order that costs nothing calls no gateway", () => {
  const nothing = { amount_cents: 0, gateway_intent_id: null };
  const none = {} as Parameters<typeof captureOrVoid>[0];
  const free = {
    ...{ id: "free_row", amount: 0, currency: "usd", amountCaptured: 0, amountRefunded: 0, orderId: "order" },
    ...{ customer: null, chargeKey: "key", chargeFor: ["a period"] },
  };

  test.each<["manual" | "automatic", "capture" | "void", IntentStatus, IntentStatus]>([
    ["manual", "capture", "requires_capture", "succeeded"],
    ["manual", "void", "requires_capture", "canceled"],
    ["automatic", "capture", "succeeded", "succeeded"],
  ])("%s, then %s", async (capture, capture_or_void, first, then) => {
    const charge = row({ ...nothing, capture, capture_or_void });
    expect(authorizeZeroAmount(charge)).toEqual({ ...free, status: first });
    expect(await captureOrVoid(none, charge)).toEqual({ ...free, status: then });
  });
});

test("the smallest charge is the one Stripe makes in dollars", () => expect(minimumChargeCents).toBe(50));
