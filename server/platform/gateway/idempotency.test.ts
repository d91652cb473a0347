import { expect, test } from "vitest";
import { type AuthorizeInput, GatewayRefused } from "./port.ts";
import { onEachGateway, refused } from "./testing.ts";

onEachGateway("payment gateway, idempotency", (bench) => {
  test("20 requests at once with one key charge once", async () => {
    const input = bench.charge(await bench.onFile());
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.gateway.authorize(input)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test("a key used with other arguments is refused", async () => {
    const input = bench.charge(await bench.onFile());
    await bench.gateway.authorize(input);
    await expect(bench.gateway.authorize({ ...input, amount: 99_999 })).rejects.toEqual(refused("idempotency_error"));
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
