import { expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { expireHolds } from "./emulator/intents.ts";
import { failRefund, refundByHand } from "./emulator/refunds.ts";
import { GatewayRefused } from "./port.ts";
import { onEachGateway, refused } from "./testing.ts";

const day = 24 * 3600 * 1000;

onEachGateway("payment gateway, holding, taking and giving back", (bench) => {
  test("a manual charge holds the amount and names its order", async () => {
    const orderId = newId();
    expect(await bench.held({ orderId })).toEqual({
      id: expect.stringMatching(/^pi_/),
      status: "requires_capture",
      amount: 12_345,
      currency: "usd",
      amountCaptured: 0,
      amountRefunded: 0,
      orderId,
    });
  });

  test("an automatic charge takes it at once", async () => {
    const intent = await bench.held({ capture: "automatic", offSession: true });
    expect(intent).toMatchObject({ status: "succeeded", amountCaptured: 12_345 });
  });

  test("a hold is captured once, in whole or in part", async () => {
    const { id: intentId } = await bench.held();
    const captured = await bench.gateway.capture({ intentId, amount: 12_000, idempotencyKey: newId() });
    expect(captured).toMatchObject({ status: "succeeded", amount: 12_345, amountCaptured: 12_000 });
    await expect(bench.gateway.capture({ intentId, amount: 345, idempotencyKey: newId() })).rejects.toEqual(
      refused("payment_intent_unexpected_state"),
    );
  });

  test("more than was held is refused", async () => {
    const { id: intentId } = await bench.held();
    await expect(bench.gateway.capture({ intentId, amount: 12_346, idempotencyKey: newId() })).rejects.toEqual(
      refused("amount_too_large"),
    );
    expect(await bench.gateway.retrieve(intentId)).toMatchObject({ status: "requires_capture", amountCaptured: 0 });
  });

  test("a hold is released, and then neither captured nor released again", async () => {
    const { id: intentId } = await bench.held();
    expect(await bench.gateway.cancel({ intentId, idempotencyKey: newId() })).toMatchObject({ status: "canceled" });
    for (const again of [
      () => bench.gateway.capture({ intentId, amount: 1000, idempotencyKey: newId() }),
      () => bench.gateway.cancel({ intentId, idempotencyKey: newId() }),
    ]) {
      await expect(again()).rejects.toEqual(refused("payment_intent_unexpected_state"));
    }
  });

  test("a hold lapses after seven days", async () => {
    const { id: intentId } = await bench.held();
    bench.clock.advance(7 * day);
    await expect(bench.gateway.capture({ intentId, amount: 1000, idempotencyKey: newId() })).rejects.toEqual(
      refused("charge_expired_for_capture"),
    );
    expect(await expireHolds(bench.books)).toBeGreaterThan(0);
    expect(await bench.gateway.retrieve(intentId)).toMatchObject({ status: "canceled" });
  });

  test("refunds add up to what was captured and not a cent more", async () => {
    const { id: intentId } = await bench.held({ capture: "automatic" });
    const refund = (amount: number) =>
      bench.gateway.refund({ intentId, refundId: newId(), amount, idempotencyKey: newId() });
    expect(await refund(10_000)).toMatchObject({ amount: 10_000, status: "succeeded" });
    await expect(refund(2346)).rejects.toThrow(GatewayRefused);
    await refund(2345);
    await expect(refund(1)).rejects.toEqual(refused("charge_already_refunded"));
    expect(await bench.gateway.retrieve(intentId)).toMatchObject({ status: "succeeded", amountRefunded: 12_345 });
  });

  test("refunds are told as they are now, those made by hand too", async () => {
    const { id: intentId } = await bench.held({ capture: "automatic" });
    const ours = { intentId, refundId: newId(), amount: 500, idempotencyKey: newId() };
    const { id } = await bench.gateway.refund(ours);
    await refundByHand(bench.books, intentId, 345);
    await failRefund(bench.books, id);
    expect(await bench.gateway.refund(ours)).toMatchObject({ id, status: "failed" });
    expect(await bench.gateway.refundsOf(intentId)).toEqual(
      expect.arrayContaining([
        { id, refundId: ours.refundId, amount: 500, status: "failed" },
        { id: expect.any(String), refundId: null, amount: 345, status: "succeeded" },
      ]),
    );
    expect(await bench.gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 345 });
  });

  test("a refund id is refunded once, whatever the key", async () => {
    const { id: intentId } = await bench.held({ capture: "automatic" });
    const refundId = newId();
    const first = await bench.gateway.refund({ intentId, refundId, amount: 500, idempotencyKey: newId() });
    const second = await bench.gateway.refund({ intentId, refundId, amount: 500, idempotencyKey: newId() });
    expect(first).toMatchObject({ refundId, amount: 500 });
    expect(second).toEqual(first);
    expect(await bench.gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 500 });
  });
});
