import { expect, it } from "vitest";
import { GatewayUnknownOutcome } from "#server/platform/gateway/port.ts";
import { failRefund, refundInDashboard } from "#server/platform/gateway/sandbox/emulator/refunds.ts";
import { newId } from "#server/platform/ids.ts";
import { refundOrder } from "../payments/capture-or-void.ts";
import { refundCharge } from "../payments/sync-intent.ts";
import { withGateway } from "../testing/shop.ts";
import { cartCents, describeEachGateway } from "./testing/each-gateway.ts";

describeEachGateway((shop) => {
  const paid = async () => {
    const buyer = await shop.buyer();
    const order = (await shop.pay(buyer)).ok.order.id;
    const intentId = (await shop.charges(order))[0]?.id ?? "";
    return { buyer, order, intentId };
  };
  const ask = async (orderId: string, amountCents: number) => {
    const refundId = newId();
    await refundOrder(shop.services, { orderId, refundId, amountCents, reason: "damaged" });
    return refundId;
  };
  const refunds = (order: string) =>
    shop.services.db
      .selectFrom("refund")
      .innerJoin("payment_intent", "payment_intent.id", "refund.payment_intent_id")
      .select(["refund.id", "refund.amount_cents", "refund.status"])
      .where("payment_intent.order_id", "=", order)
      .orderBy("refund.amount_cents")
      .execute();
  const emulator = () => ({ db: shop.gatewayDb, clock: shop.clock });

  it("checkout proof 12: a refund refused because of the API key stays open, and is made when the key is right", async () => {
    const { buyer, order } = await paid();
    const id = await ask(order, 700);
    const refused = new GatewayUnknownOutcome("refund", "key_expired");
    const wrongKey = withGateway(shop.services, { refund: () => Promise.reject(refused) });
    await expect(refundCharge(wrongKey, id)).rejects.toBe(refused);
    expect(await refunds(order)).toMatchObject([{ id, status: "created" }]);
    await shop.jobs.drain();
    expect(await refunds(order)).toMatchObject([{ id, status: "succeeded" }]);
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents - 700);
  });

  it("checkout proof 12: a refund made in the gateway's dashboard is posted once, and a full one closes the order", async () => {
    const { buyer, order, intentId } = await paid();
    await refundInDashboard(emulator(), intentId, 500);
    await shop.deliverAll();
    await shop.deliverAll();
    expect(await refunds(order)).toMatchObject([{ amount_cents: 500, status: "succeeded" }]);
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "paid" }], ledger: cartCents - 500 });
    await refundInDashboard(emulator(), intentId, cartCents - 500);
    await shop.deliverAll();
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "refunded" }], ledger: 0 });
    expect(shop.logged()).toMatch(new RegExp(`"level":50.*"order":"${order}".*a refund was made at the gateway`));
  });

  it("checkout proof 12: a refund whose row a restored database lost isn't made again; another one of the same order is", async () => {
    const { buyer, order, intentId } = await paid();
    const lost = { intentId, refundId: newId(), amount: 700, idempotencyKey: newId() };
    await shop.services.gateway.refund(lost);
    const [other, same, further] = [await ask(order, 300), await ask(order, 700), await ask(order, 700)];
    await shop.jobs.drain();
    expect(await refunds(order)).toMatchObject([
      { id: other, amount_cents: 300, status: "succeeded" },
      ...[same, further].toSorted().map(() => ({ amount_cents: 700, status: "succeeded" })),
    ]);
    expect((await shop.charges(order))[0]?.amount_refunded).toBe(1700);
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents - 1700);
  });

  it("checkout proof 12: a refund of more than the dashboard's refunds left fails, and says so", async () => {
    const { buyer, order, intentId } = await paid();
    await refundInDashboard(emulator(), intentId, cartCents - 100);
    const id = await ask(order, 700);
    await shop.jobs.drain();
    expect(await refunds(order)).toMatchObject([{ id, status: "failed" }]);
    expect(shop.logged()).toMatch(new RegExp(`"level":50.*"refund":"${id}".*a refund failed`));
    await shop.deliverAll();
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "paid" }], ledger: 100 });
  });

  it("checkout proof 12: a refund the bank sends back is reversed in the ledger, once, and says so", async () => {
    const { buyer, order, intentId } = await paid();
    const id = await ask(order, 700);
    await shop.jobs.drain();
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents - 700);
    const [made] = await shop.services.gateway.refundsOf(intentId);
    await failRefund(emulator(), made?.id ?? "");
    for (let time = 0; time < 2; time += 1) {
      await shop.deliverAll();
      expect(await refunds(order)).toMatchObject([{ id, status: "failed" }]);
      expect(await shop.paymentState(buyer)).toMatchObject({ charges: [{ amount_refunded: 0 }], ledger: cartCents });
    }
    expect(shop.logged()).toMatch(new RegExp(`"level":50.*"refund":"${id}".*the bank sent a refund back`));
    await ask(order, cartCents);
    await shop.jobs.drain();
    expect(await shop.paymentState(buyer)).toMatchObject({ orders: [{ status: "refunded" }], ledger: 0 });
  });

  it("checkout proof 12: a pending refund is posted once the gateway has made it, and not made again", async () => {
    const { buyer, order } = await paid();
    const id = await ask(order, 700);
    const { gateway } = shop.services;
    const slow = withGateway(shop.services, {
      refund: async (input) => ({ ...(await gateway.refund(input)), status: "pending" }),
    });
    await refundCharge(slow, id);
    expect(await refunds(order)).toMatchObject([{ status: "unknown" }]);
    expect((await shop.paymentState(buyer)).ledger).toBe(cartCents);
    await shop.reconcile();
    expect(await refunds(order)).toMatchObject([{ status: "succeeded" }]);
    expect(await shop.paymentState(buyer)).toMatchObject({
      charges: [{ amount_refunded: 700 }],
      ledger: cartCents - 700,
    });
  });
});
