import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import { setChargeDecline } from "./sandbox/emulator/payment-methods.ts";
import { onEachGateway } from "./testing/gateway-setup.ts";

const day = 24 * 3600 * 1000;

onEachGateway("payment gateway, declines are answers", (setup) => {
  test("a card that attaches can still be declined when charged", async () => {
    const intent = await setup.gateway.authorize(setup.chargeInput(await setup.cardOnFile("tok_chargeCustomerFail")));
    expect(intent).toMatchObject({ status: "requires_payment_method", lastDecline: { code: "generic_decline" } });
    expect(await setup.gateway.retrieve(intent.id)).toEqual(intent);
  });

  test.each(["insufficient_funds", "lost_card", "expired_card", "invalid_expiry_month", "generic_decline"] as const)(
    "a later charge can be declined: %s",
    async (code) => {
      const card = await setup.cardOnFile();
      await setChargeDecline(setup.emulator, card.paymentMethod, code);
      const intent = await setup.gateway.authorize(setup.chargeInput(card, { offSession: true, capture: "automatic" }));
      expect(intent).toMatchObject({ status: "requires_payment_method", amountCaptured: 0, lastDecline: { code } });
    },
  );

  test("a card expires", async () => {
    const card = await setup.cardOnFile();
    setup.clock.advance(4 * 366 * day);
    const intent = await setup.gateway.authorize(setup.chargeInput(card));
    expect(intent).toMatchObject({ status: "requires_payment_method", lastDecline: { code: "expired_card" } });
  });

  test("a decline is repeated for its key and retried for another", async () => {
    const card = await setup.cardOnFile("tok_chargeCustomerFail");
    const input = setup.chargeInput(card);
    const declined = await setup.gateway.authorize(input);
    await setChargeDecline(setup.emulator, card.paymentMethod, null);
    expect(await setup.gateway.authorize(input)).toEqual(declined);
    const retried = await setup.gateway.authorize({ ...input, idempotencyKey: newId() });
    expect(retried.status).toBe("requires_capture");
    expect(retried).not.toHaveProperty("lastDecline");
  });
});
