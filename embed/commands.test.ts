import fc from "fast-check";
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { type Command, ToFrame } from "#contract/cart/frame.ts";
import { isCommand, isPatientCookie, nextCommandNumber, toCommand, commandsAfter } from "./commands.ts";

const product = { id: "cream", quantity: 1, selectedPricing: { pricingid: "cream-1", price: 58 } };

describe("§7 commands of the page", () => {
  test.each([
    ["cookie", { name: "gclid", value: "abc" }],
    ["login", undefined],
    ["logout", undefined],
    ["cart-open", undefined],
    ["cart-open", { products: [product] }],
    ["account-open", null],
    ["login-with-redirect", { redirectTo: "/home" }],
  ])("%s is a message of the contract, whatever else its payload holds", (name, payload) => {
    expect(isCommand(name)).toBe(true);
    const command = toCommand(name as Command["type"], 7, payload);
    expect(z.parse(ToFrame, command)).toEqual({ cart: 1, n: 7, type: name, ...payload });
    expect(toCommand(name as Command["type"], 7, { ...payload, n: 9, type: "hello", isTrusted: true })).toEqual(
      command,
    );
  });

  test.each(["hello", "close", "mount", "on", "toString", "__proto__", ""])("%s is not sent to the frame", (name) => {
    expect(isCommand(name)).toBe(false);
  });

  test("a command keeps the values it had when it was given", () => {
    const products = [{ ...product }];
    const command = toCommand("cart-open", 1, { products });
    products.pop();
    expect(command).toMatchObject({ products: [product] });
  });
});

describe("§7 numbers of commands", () => {
  test("each is whole and higher than the one before, also when the clock goes back", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.array(fc.nat(2_000_000_000)), (seen, clock) => {
        let last = seen;
        for (const now of clock) {
          const n = nextCommandNumber(last, now);
          expect(n).toBeGreaterThan(last);
          expect(Number.isSafeInteger(n)).toBe(true);
          last = n;
        }
      }),
    );
  });

  test("it is the time, so that a page without memory still counts upwards", () => {
    expect(nextCommandNumber(0, 1_700_000_000_000)).toBe(1_700_000_000_000);
  });

  test("what the frame has executed is not sent again; the rest stays in order", () => {
    const commands = [3, 5, 8].map((n) => toCommand("login", n, undefined));
    expect(commandsAfter(commands, 0)).toEqual(commands);
    expect(commandsAfter(commands, 5).map(({ n }) => n)).toEqual([8]);
    expect(commandsAfter(commands, 8)).toEqual([]);
  });
});

test("§4 codes and referrals are the patient's; the campaign is the visit's", () => {
  const names = ["promocode", "promocodeExistingID", "referralToken", "sessionPromo", "utm", "gclid"];
  expect(names.filter(isPatientCookie)).toEqual(["promocode", "promocodeExistingID", "referralToken"]);
});
