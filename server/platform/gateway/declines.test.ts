import { expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { setCharge } from "./emulator/payment-methods.ts";
import { onEachGateway } from "./testing.ts";

const day = 24 * 3600 * 1000;

onEachGateway("payment gateway, declines are answers", (bench) => {
  test("a card that attaches can still be declined when charged", async () => {
    const intent = await bench.gateway.authorize(bench.charge(await bench.onFile("tok_chargeCustomerFail")));
    expect(intent).toMatchObject({ status: "requires_payment_method", lastDecline: { code: "generic_decline" } });
    expect(await bench.gateway.retrieve(intent.id)).toEqual(intent);
  });

  test.each(["insufficient_funds", "lost_card", "expired_card", "invalid_expiry_month", "generic_decline"] as const)(
    "a later charge can be declined: %s",
    async (code) => {
      const card = await bench.onFile();
      await setCharge(bench.books, card.paymentMethod, code);
      const intent = await bench.gateway.authorize(bench.charge(card, { offSession: true, capture: "automatic" }));
      expect(intent).toMatchObject({ status: "requires_payment_method", amountCaptured: 0, lastDecline: { code } });
    },
  );

  test("a card runs out", async () => {
    const card = await bench.onFile();
    bench.clock.advance(4 * 366 * day);
    const intent = await bench.gateway.authorize(bench.charge(card));
    expect(intent).toMatchObject({ status: "requires_payment_method", lastDecline: { code: "expired_card" } });
  });

  test("a decline is repeated for its key and tried anew for another", async () => {
    const card = await bench.onFile("tok_chargeCustomerFail");
    const input = bench.charge(card);
    const declined = await bench.gateway.authorize(input);
    await setCharge(bench.books, card.paymentMethod, null);
    expect(await bench.gateway.authorize(input)).toEqual(declined);
    const retried = await bench.gateway.authorize({ ...input, idempotencyKey: newId() });
    expect(retried.status).toBe("requires_capture");
    expect(retried).not.toHaveProperty("lastDecline");
  });
});
