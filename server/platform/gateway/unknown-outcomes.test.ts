import { expect, test } from "vitest";
import { newId } from "../ids.ts";
import { currentIntent, GatewayUnknownOutcome } from "./port.ts";
import { onEachGateway, gatewayRefusedWith } from "./testing/gateway-setup.ts";

onEachGateway("payment gateway, unknown outcomes", (setup) => {
  const currentOf = async ({ orderId, customer }: { readonly orderId: string; readonly customer: string }) =>
    currentIntent((await setup.gateway.intentsOf(customer)).filter((intent) => intent.orderId === orderId));

  test("a charge lost before it reached the bank: the key finds nothing and charges", async () => {
    const input = setup.chargeInput(await setup.cardOnFile());
    setup.faults.add("authorize", "before");
    await expect(setup.gateway.authorize(input)).rejects.toThrow(GatewayUnknownOutcome);
    expect(await currentOf(input)).toBeNull();
    expect(await setup.gateway.authorize(input)).toMatchObject({ status: "requires_capture" });
  });

  test("a charge whose answer was lost: the key and the order find the same one", async () => {
    const input = setup.chargeInput(await setup.cardOnFile());
    setup.faults.add("authorize", "after");
    await expect(setup.gateway.authorize(input)).rejects.toThrow(GatewayUnknownOutcome);
    const found = await currentOf(input);
    expect(found).toMatchObject({ status: "requires_capture", orderId: input.orderId });
    expect(await setup.gateway.authorize(input)).toEqual(found);
  });

  test.each(["before", "after"] as const)(
    "capture, cancel and refund are repeated %s they took effect",
    async (fault) => {
      const { id: intentId } = await setup.authorizedIntent();
      const capture = { intentId, amount: 12_345, idempotencyKey: newId() };
      setup.faults.add("capture", fault);
      await expect(setup.gateway.capture(capture)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await setup.gateway.capture(capture)).toMatchObject({ status: "succeeded" });

      const refund = { intentId, refundId: newId(), amount: 345, idempotencyKey: newId() };
      setup.faults.add("refund", fault);
      await expect(setup.gateway.refund(refund)).rejects.toThrow(GatewayUnknownOutcome);
      await setup.gateway.refund(refund);
      expect(await setup.gateway.retrieve(intentId)).toMatchObject({ amountRefunded: 345 });

      const cancel = { intentId: (await setup.authorizedIntent()).id, idempotencyKey: newId() };
      setup.faults.add("cancel", fault);
      await expect(setup.gateway.cancel(cancel)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await setup.gateway.cancel(cancel)).toMatchObject({ status: "canceled" });
    },
  );

  test.each(["before", "after"] as const)(
    "a card whose answer was lost %s it was saved is attached once",
    async (fault) => {
      const customer = await setup.newCustomer();
      const input = { customer, source: "tok_visa", idempotencyKey: newId() };
      setup.faults.add("attachSource", fault);
      await expect(setup.gateway.attachSource(input)).rejects.toThrow(GatewayUnknownOutcome);
      expect(await setup.gateway.attachSource(input)).toEqual(await setup.gateway.attachSource(input));
    },
  );

  test("a query that got lost is repeated", async () => {
    const { id } = await setup.authorizedIntent();
    setup.faults.add("retrieve", "after");
    await expect(setup.gateway.retrieve(id)).rejects.toThrow(GatewayUnknownOutcome);
    expect(await setup.gateway.retrieve(id)).toMatchObject({ id });
  });

  test("the live one of an order's attempts is found", async () => {
    const orderId = newId();
    const declined = await setup.cardOnFile("tok_chargeCustomerFail");
    const accepted = await setup.cardOnFile("tok_visa", declined.customer);
    await setup.gateway.authorize(setup.chargeInput(declined, { orderId }));
    const current = await setup.gateway.authorize(setup.chargeInput(accepted, { orderId }));
    setup.clock.advance(1000);
    await setup.gateway.authorize(setup.chargeInput(declined, { orderId }));
    await setup.gateway.authorize(setup.chargeInput(accepted));
    const { customer } = accepted;
    expect(await currentOf({ orderId, customer })).toMatchObject({
      id: current.id,
      status: "requires_capture",
    });
    expect(await currentOf({ orderId: newId(), customer })).toBeNull();
    expect(await currentOf({ orderId, customer: await setup.newCustomer() })).toBeNull();
  });

  test("an intent carries what it pays for, its key and its customer; each order its own", async () => {
    const card = await setup.cardOnFile();
    const first = setup.chargeInput(card, { chargeFor: ["period a 2", "period b 2"] });
    const { id } = await setup.gateway.authorize(first);
    setup.clock.advance(1000);
    const second = setup.chargeInput(card, { chargeFor: ["period a 3"] });
    await setup.gateway.authorize(second);
    const carried = ({ orderId, idempotencyKey: chargeKey, chargeFor, customer }: typeof first) => ({
      ...{ orderId, chargeKey, chargeFor, customer },
    });
    expect(await setup.gateway.intentsOf(card.customer)).toMatchObject([carried(second), carried(first)]);
    expect(await setup.gateway.retrieve(id)).toMatchObject(carried(first));
  });

  test("an unknown intent is refused", async () => {
    await expect(setup.gateway.retrieve("pi_unknown")).rejects.toEqual(gatewayRefusedWith("not_found"));
  });
});
