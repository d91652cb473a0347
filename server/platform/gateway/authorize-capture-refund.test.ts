import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import { GatewayRefused } from "./port.ts";
import { expireAuthorizations } from "./sandbox/emulator/intents.ts";
import { failRefund, refundInDashboard } from "./sandbox/emulator/refunds.ts";
import { onEachGateway, gatewayRefusedWith } from "./testing/gateway-setup.ts";

const day = 24 * 3600 * 1000;

onEachGateway("payment gateway, holding, taking and giving back", (setup) => {
  test("a manual charge authorizes the amount and names its order", async () => {
    const orderId = newId();
    expect(await setup.authorizedIntent({ orderId })).toEqual({
      id: expect.stringMatching(/^pi_/),
      status: "requires_capture",
      amount: 12_345,
      currency: "usd",
      amountCaptured: 0,
      amountRefunded: 0,
      orderId,
      customer: expect.stringMatching(/^cus_/),
      chargeKey: expect.any(String),
      chargeFor: [],
    });
  });

  test("an automatic charge captures it at once", async () => {
    const intent = await setup.authorizedIntent({ capture: "automatic", offSession: true });
    expect(intent).toMatchObject({ status: "succeeded", amountCaptured: 12_345 });
  });

  test("an authorization is captured once, in whole or in part", async () => {
    const { id: intentId } = await setup.authorizedIntent();
    const captured = await setup.gateway.capture({ intentId, amount: 12_000, idempotencyKey: newId() });
    expect(captured).toMatchObject({ status: "succeeded", amount: 12_345, amountCaptured: 12_000 });
    await expect(setup.gateway.capture({ intentId, amount: 345, idempotencyKey: newId() })).rejects.toEqual(
      gatewayRefusedWith("wrong_state"),
    );
  });

  test("capturing more than was authorized is refused", async () => {
    const { id: intentId } = await setup.authorizedIntent();
    await expect(setup.gateway.capture({ intentId, amount: 12_346, idempotencyKey: newId() })).rejects.toEqual(
      gatewayRefusedWith("wrong_amount"),
    );
    expect(await setup.gateway.retrieve(intentId)).toMatchObject({ status: "requires_capture", amountCaptured: 0 });
  });

  test("an authorization is voided, and then neither captured nor voided again", async () => {
    const { id: intentId } = await setup.authorizedIntent();
    expect(await setup.gateway.cancel({ intentId, idempotencyKey: newId() })).toMatchObject({ status: "canceled" });
    for (const repeated of [
      () => setup.gateway.capture({ intentId, amount: 1000, idempotencyKey: newId() }),
      () => setup.gateway.cancel({ intentId, idempotencyKey: newId() }),
    ]) {
      await expect(repeated()).rejects.toEqual(gatewayRefusedWith("wrong_state"));
    }
  });

  test("an authorization lapses when the gateway says, and says it", async () => {
    const { id } = await setup.authorizedIntent();
    const captureBefore = new Date(Math.floor(setup.clock.now().getTime() / 1000) * 1000 + 4.75 * 24 * 3_600_000);
    const { db } = setup.emulator;
    await db.updateTable("sandbox.intent").set({ capture_before: captureBefore }).where("id", "=", id).execute();
    expect(await setup.gateway.retrieve(id)).toMatchObject({ status: "requires_capture", captureBefore });
    setup.clock.advance(5 * 24 * 3_600_000);
    await expect(setup.gateway.capture({ intentId: id, amount: 1, idempotencyKey: newId() })).rejects.toEqual(
      gatewayRefusedWith("wrong_state"),
    );
    expect(await expireAuthorizations(setup.emulator)).toBeGreaterThan(0);
    expect(await setup.gateway.retrieve(id)).toMatchObject({ status: "canceled" });
  });

  test("an authorization lapses after seven days", async () => {
    const { id: intentId } = await setup.authorizedIntent();
    setup.clock.advance(7 * day);
    await expect(setup.gateway.capture({ intentId, amount: 1000, idempotencyKey: newId() })).rejects.toEqual(
      gatewayRefusedWith("wrong_state"),
    );
    expect(await expireAuthorizations(setup.emulator)).toBeGreaterThan(0);
    expect(await setup.gateway.retrieve(intentId)).toMatchObject({ status: "canceled" });
  });

  test("refunds add up to what was captured and not a cent more", async () => {
    const { id: intentId } = await setup.authorizedIntent({ capture: "automatic" });
    const refund = (amount: number) =>
      setup.gateway.refund({ intentId, refundId: newId(), amount, idempotencyKey: newId() });
    expect(await refund(10_000)).toMatchObject({ amount: 10_000, status: "succeeded" });
    await expect(refund(2346)).rejects.toThrow(GatewayRefused);
    await refund(2345);
    await expect(refund(1)).rejects.toEqual(gatewayRefusedWith("already_refunded"));
    expect(await setup.gateway.retrieve(intentId)).toMatchObject({ status: "succeeded", amountRefunded: 12_345 });
  });

  test("refunds are returned in their current state, those made by hand too", async () => {
    const { id: intentId } = await setup.authorizedIntent({ capture: "automatic" });
    const ourRefund = { intentId, refundId: newId(), amount: 500, idempotencyKey: newId() };
    const { id } = await setup.gateway.refund(ourRefund);
    await refundInDashboard(setup.emulator, intentId, 345);
    await failRefund(setup.emulator, id);
    expect(await setup.gateway.refund(ourRefund)).toMatchObject({ id, status: "failed" });
    expect(await setup.gateway.refundsOf(intentId)).toEqual(
      expect.arrayContaining([
        { id, refundId: ourRefund.refundId, amount: 500, status: "failed" },
        { id: expect.any(String), refundId: null, amount: 345, status: "succeeded" },
      ]),
    );
    expect(await setup.gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 345 });
  });

  test("a refund id is refunded once, whatever the key; another one of the same amount as well", async () => {
    const { id: intentId } = await setup.authorizedIntent({ capture: "automatic" });
    const refundId = newId();
    const first = await setup.gateway.refund({ intentId, refundId, amount: 500, idempotencyKey: newId() });
    const second = await setup.gateway.refund({ intentId, refundId, amount: 500, idempotencyKey: newId() });
    expect(first).toMatchObject({ refundId, amount: 500 });
    expect(second).toEqual(first);
    expect(await setup.gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 500 });
    const another = { intentId, refundId: newId(), amount: 500, idempotencyKey: newId() };
    expect(await setup.gateway.refund(another)).toMatchObject({ refundId: another.refundId });
    expect(await setup.gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 1000 });
  });
});
