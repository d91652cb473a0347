import { expect, it } from "vitest";
import { intentOf } from "#server/payment/public.ts";
import { GatewayRefused, GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { captureApprovedOrder, voidDeclinedOrder } from "../payments/capture-or-void.ts";
import { captureOrVoidCharge } from "../payments/sync-intent.ts";
import { placeOrder } from "../placing/place-order.ts";
import { refusal, withGateway } from "../testing/shop.ts";
import { type Buyer, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

const minute = 60_000;

describeEachGateway((shop) => {
  const request = (buyer: Buyer) => shop.orderRequest(buyer.id, { kind: "cart", capture: "automatic" });
  const refusing = () =>
    withGateway(shop.services, {
      authorize: () => Promise.reject(new GatewayRefused("card_gone", "No such payment method")),
    });
  /** An attempt whose answer was lost before or after the charge; with its key. */
  const lost = async (fault: "before" | "after") => {
    const buyer = await shop.buyer();
    const attempt = request(buyer);
    shop.faults.add("authorize", fault);
    expect(await refusal(placeOrder(shop.services, attempt))).toBe("payment_pending");
    return { buyer, attempt };
  };
  const status = async (buyer: Buyer) => (await shop.paymentState(buyer)).orders[0]?.status;

  it("checkout proof 1: the same key, again a day later when the gateway has forgotten it, charges once", async () => {
    const { buyer, attempt } = await lost("after");
    shop.clock.advance(25 * 60 * minute);
    await placeOrder(shop.services, attempt);
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 1: the same key, again when nobody waits for it, does not make a charge that was never made", async () => {
    const { buyer, attempt } = await lost("before");
    shop.clock.advance(25 * 60 * minute);
    expect(await refusal(placeOrder(shop.services, attempt))).toBe("card_declined");
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "failed" }], charges: [] });
  });

  it("checkout proof 7: a refused repeat says nothing about the charge made before", async () => {
    const { buyer, attempt } = await lost("after");
    await placeOrder(refusing(), attempt);
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 7: a refused repeat, with no charge to be found yet, leaves the outcome unknown", async () => {
    const { buyer, attempt } = await lost("before");
    expect(await refusal(placeOrder(refusing(), attempt))).toBe("payment_pending");
    expect(await status(buyer)).toBe("unknown");
    await placeOrder(shop.services, attempt);
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 7: a refused first attempt ends the order", async () => {
    const buyer = await shop.buyer();
    expect(await refusal(placeOrder(refusing(), request(buyer)))).toBe("card_declined");
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "failed" }], charges: [] });
  });

  it("checkout proof 7: no charge is given up while its last request may still be running", async () => {
    const { buyer, attempt } = await lost("before");
    shop.clock.advance(14 * minute);
    shop.faults.add("authorize", "before");
    expect(await refusal(placeOrder(shop.services, attempt))).toBe("payment_pending");
    shop.clock.advance(2 * minute);
    await shop.reconcile();
    expect(await status(buyer)).toBe("unknown");
    shop.clock.advance(4 * minute);
    await shop.reconcile();
    expect(await status(buyer)).toBe("failed");
  });

  it.each([
    ["capture", captureApprovedOrder, "paid", "succeeded"],
    ["cancel", voidDeclinedOrder, "voided", "canceled"],
  ] as const)(
    "checkout proof 7: a %s whose answer is lost every time is found to have worked",
    async (operation, decide, end, charged) => {
      const buyer = await shop.buyer();
      const { id } = await placeOrder(shop.services, shop.orderRequest(buyer.id));
      await decide(shop.services, id);
      const { gateway } = shop.services;
      const losingAnswers = withGateway(shop.services, {
        capture: async (input) => {
          await gateway.capture(input);
          throw new GatewayUnknownOutcome("capture");
        },
        cancel: async (input) => {
          await gateway.cancel(input);
          throw new GatewayUnknownOutcome("cancel");
        },
      });
      const charge = await intentOf(shop.services.db, id);
      await expect(captureOrVoidCharge(losingAnswers, charge.id), operation).rejects.toThrow(GatewayUnknownOutcome);
      await captureOrVoidCharge(losingAnswers, charge.id);
      expect(await shop.paymentState(buyer)).toMatchObject({
        orders: [{ status: end }],
        charges: [{ status: charged }],
      });
      await shop.jobs.drain();
    },
  );
});
