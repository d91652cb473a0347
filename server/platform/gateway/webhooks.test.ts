import { expect, test } from "vitest";
import { WebhookRejected } from "./port.ts";
import { webhookSecret } from "./testing/adapters.ts";
import { onEachGateway } from "./testing/gateway-setup.ts";
import { signWebhook } from "./webhook-signature.ts";

onEachGateway("payment gateway, webhooks", (setup) => {
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

  test("a signed event is parsed, from text or bytes", () => {
    const signed = signWebhook(body, webhookSecret, now());
    const expected = {
      id: "evt_1",
      type: "payment_intent.succeeded",
      intentId: "pi_1",
      created: new Date("2023-11-14T22:13:20Z"),
    };
    expect(setup.gateway.verifyWebhook(body, signed)).toEqual(expected);
    expect(setup.gateway.verifyWebhook(Buffer.from(body), signed)).toEqual(expected);
  });

  test.each([
    ["a refunded charge names its intent", { object: "charge", id: "ch_1", payment_intent: "pi_2" }, "pi_2"],
    ["an expanded intent counts", { object: "charge", id: "ch_1", payment_intent: { id: "pi_3" } }, "pi_3"],
    ["a customer has none", { object: "customer", id: "cus_1" }, null],
  ])("%s", (_, object, intentId) => {
    const text = event(object);
    expect(setup.gateway.verifyWebhook(text, signWebhook(text, webhookSecret, now())).intentId).toBe(intentId);
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
    expect(() => setup.gateway.verifyWebhook(...make())).toThrow(WebhookRejected);
  });
});
