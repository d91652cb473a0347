import { expect, test } from "vitest";
import { type AuthorizeInput, GatewayRefused, GatewayUnknownOutcome } from "./port.ts";
import { onEachGateway } from "./testing.ts";

onEachGateway("payment gateway, idempotency", (bench) => {
  test("20 requests at once with one key charge once", async () => {
    const input = bench.charge(await bench.onFile());
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.gateway.authorize(input)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test("a key used with other arguments leaves the outcome unknown: there was an earlier request", async () => {
    const input = bench.charge(await bench.onFile());
    await bench.gateway.authorize(input);
    await expect(bench.gateway.authorize({ ...input, amount: 99_999 })).rejects.toThrow(GatewayUnknownOutcome);
  });

  test("a key is forgotten after a day: it makes a second charge", async () => {
    const input = bench.charge(await bench.onFile());
    const first = await bench.gateway.authorize(input);
    bench.clock.advance(23 * 3600_000);
    expect(await bench.gateway.authorize(input)).toEqual(first);
    bench.clock.advance(3600_000);
    expect((await bench.gateway.authorize(input)).id).not.toBe(first.id);
  });

  test("the order of the arguments does not matter", async () => {
    const input = bench.charge(await bench.onFile());
    const reversed = Object.fromEntries(Object.entries(input).reverse()) as unknown as AuthorizeInput;
    expect(await bench.gateway.authorize(reversed)).toEqual(await bench.gateway.authorize(input));
  });

  test("a refusal does not use up the key", async () => {
    const card = await bench.onFile();
    const other = await bench.onFile();
    const input = bench.charge({ ...card, paymentMethod: other.paymentMethod });
    await expect(bench.gateway.authorize(input)).rejects.toThrow(GatewayRefused);
    await expect(bench.gateway.authorize({ ...input, ...card })).resolves.toMatchObject({ status: "requires_capture" });
  });
});
