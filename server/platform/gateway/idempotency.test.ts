import { expect, test } from "vitest";
import { type AuthorizeInput, GatewayRefused, GatewayUnknownOutcome } from "./port.ts";
import { onEachGateway } from "./testing/gateway-setup.ts";

onEachGateway("payment gateway, idempotency", (setup) => {
  test("20 requests at once with one key charge once", async () => {
    const input = setup.chargeInput(await setup.cardOnFile());
    const answers = await Promise.all(Array.from({ length: 20 }, () => setup.gateway.authorize(input)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test("a key used with other arguments leaves the outcome unknown: there was an earlier request", async () => {
    const input = setup.chargeInput(await setup.cardOnFile());
    await setup.gateway.authorize(input);
    await expect(setup.gateway.authorize({ ...input, amount: 99_999 })).rejects.toThrow(GatewayUnknownOutcome);
  });

  test("a key is forgotten after a day: it makes a second charge", async () => {
    const input = setup.chargeInput(await setup.cardOnFile());
    const first = await setup.gateway.authorize(input);
    setup.clock.advance(23 * 3600_000);
    expect(await setup.gateway.authorize(input)).toEqual(first);
    setup.clock.advance(3600_000);
    expect((await setup.gateway.authorize(input)).id).not.toBe(first.id);
  });

  test("the order of arguments does not matter", async () => {
    const input = setup.chargeInput(await setup.cardOnFile());
    const reversed = Object.fromEntries(Object.entries(input).reverse()) as unknown as AuthorizeInput;
    expect(await setup.gateway.authorize(reversed)).toEqual(await setup.gateway.authorize(input));
  });

  test("a refusal does not use up the key", async () => {
    const card = await setup.cardOnFile();
    const other = await setup.cardOnFile();
    const input = setup.chargeInput({ ...card, paymentMethod: other.paymentMethod });
    await expect(setup.gateway.authorize(input)).rejects.toThrow(GatewayRefused);
    await expect(setup.gateway.authorize({ ...input, ...card })).resolves.toMatchObject({ status: "requires_capture" });
  });
});
