import { expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { GatewayUnknownOutcome } from "./port.ts";
import { onEachGateway, refused } from "./testing.ts";

onEachGateway("payment gateway, unknown outcomes", (bench) => {
  test("a charge that was lost before it reached the bank: the key finds nothing and charges", async () => {
    const input = bench.charge(await bench.onFile());
    bench.faults.add("authorize", "before");
    await expect(bench.gateway.authorize(input)).rejects.toThrow(GatewayUnknownOutcome);
    expect(await bench.gateway.findByOrder(input)).toBeNull();
    expect(await bench.gateway.authorize(input)).toMatchObject({ status: "requires_capture" });
  });

  test("a charge whose answer was lost: the key and the order find the same one", async () => {
    const input = bench.charge(await bench.onFile());
    bench.faults.add("authorize", "after");
    await expect(bench.gateway.authorize(input)).rejects.toThrow(GatewayUnknownOutcome);
    const found = await bench.gateway.findByOrder(input);
    expect(found).toMatchObject({ status: "requires_capture", orderId: input.orderId });
    expect(await bench.gateway.authorize(input)).toEqual(found);
  });

  test.each(["before", "after"] as const)(
    "capture, cancel and refund are repeated %s they took effect",
    async (fault) => {
      const { id: intentId } = await bench.held();
      const capture = { intentId, amount: 12_345, idempotencyKey: newId() };
      bench.faults.add("capture", fault);
      await expect(bench.gateway.capture(capture)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await bench.gateway.capture(capture)).toMatchObject({ status: "succeeded" });

      const refund = { intentId, refundId: newId(), amount: 345, idempotencyKey: newId() };
      bench.faults.add("refund", fault);
      await expect(bench.gateway.refund(refund)).rejects.toThrow(GatewayUnknownOutcome);
      await bench.gateway.refund(refund);
      expect(await bench.gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 345 });

      const cancel = { intentId: (await bench.held()).id, idempotencyKey: newId() };
      bench.faults.add("cancel", fault);
      await expect(bench.gateway.cancel(cancel)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await bench.gateway.cancel(cancel)).toMatchObject({ status: "canceled" });
    },
  );

  test.each(["before", "after"] as const)(
    "a card whose answer was lost %s it was kept is attached once",
    async (fault) => {
      const customer = await bench.newCustomer();
      const input = { customer, source: "tok_visa", idempotencyKey: newId() };
      bench.faults.add("attachSource", fault);
      await expect(bench.gateway.attachSource(input)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await bench.gateway.attachSource(input)).toEqual(await bench.gateway.attachSource(input));
    },
  );

  test("a question that got lost is asked again", async () => {
    const { id } = await bench.held();
    bench.faults.add("retrieve", "after");
    await expect(bench.gateway.retrieve(id)).rejects.toThrow(GatewayUnknownOutcome);
    expect(await bench.gateway.retrieve(id)).toMatchObject({ id });
  });

  test("of an order's attempts the live one is found", async () => {
    const orderId = newId();
    const bad = await bench.onFile("tok_chargeCustomerFail");
    const good = await bench.onFile("tok_visa", bad.customer);
    await bench.gateway.authorize(bench.charge(bad, { orderId }));
    const live = await bench.gateway.authorize(bench.charge(good, { orderId }));
    bench.clock.advance(1000);
    await bench.gateway.authorize(bench.charge(bad, { orderId }));
    await bench.gateway.authorize(bench.charge(good));
    const { customer } = good;
    expect(await bench.gateway.findByOrder({ orderId, customer })).toMatchObject({
      id: live.id,
      status: "requires_capture",
    });
    expect(await bench.gateway.findByOrder({ orderId: newId(), customer })).toBeNull();
    expect(await bench.gateway.findByOrder({ orderId, customer: await bench.newCustomer() })).toBeNull();
  });

  test("an unknown intent is refused", async () => {
    await expect(bench.gateway.retrieve("pi_unknown")).rejects.toEqual(refused("resource_missing"));
  });
});
