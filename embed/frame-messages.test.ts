import fc from "fast-check";
import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { FromFrame, type SavedCart } from "#contract/cart/frame.ts";
import { isFromFrame, isSavedCart } from "./frame-messages.ts";

const screens = ["login", "cart", "checkout-complete"] satisfies Extract<FromFrame, { type: "state" }>["screen"][];
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const line = fc.record({
  productid: fc.string({ maxLength: 60 }),
  pricingid: fc.string({ maxLength: 80 }),
  quantity: fc.integer({ min: 1, max: 12 }),
  price: fc.option(finite),
});
const saved: fc.Arbitrary<SavedCart> = fc.record({
  changedat: finite,
  lastcommand: fc.maxSafeNat(),
  pendingcheckouts: fc.constant([]),
  lines: fc.array(line, { maxLength: 30 }),
});
const withTypeOnly = (...types: string[]) => fc.record({ cart: fc.constant(1), type: fc.constantFrom(...types) });
const message = fc.oneof(
  withTypeOnly("ready", "close", "signup", "logout"),
  fc.record({
    cart: fc.constant(1),
    type: fc.constant("state"),
    screen: fc.constantFrom(...screens),
    depth: fc.maxSafeNat(),
    busy: fc.boolean(),
    count: fc.maxSafeInteger(),
    signedin: fc.boolean(),
    height: fc.maxSafeInteger(),
    saved,
  }),
  fc.record({ cart: fc.constant(1), type: fc.constant("checkout"), orderid: fc.string(), totalamount: finite }),
  fc.record({ cart: fc.constant(1), type: fc.constant("redirect"), to: fc.string() }),
  fc.record({ cart: fc.constant(1), type: fc.constant("content-link"), path: fc.string() }),
);
const isOfContract = (data: unknown) => z.safeParse(FromFrame, data).success;

describe("§7 cross-frame messages, as the page checks them", () => {
  test("every message of the contract is accepted", () => {
    fc.assert(
      fc.property(message, (data) => {
        expect(isOfContract(data)).toBe(true);
        expect(isFromFrame(data)).toBe(true);
      }),
    );
  });

  test("without any one of its fields a message is refused, as by the contract", () => {
    const withoutOne = message.chain((data) =>
      fc.constantFrom(...Object.keys(data)).map((gone) => {
        return Object.fromEntries(Object.entries(data).filter(([name]) => name !== gone));
      }),
    );
    fc.assert(
      fc.property(withoutOne, (data) => {
        expect(isOfContract(data)).toBe(false);
        expect(isFromFrame(data)).toBe(false);
      }),
    );
  });

  test("with a value of another type in a field a message is judged as by the contract", () => {
    const wrongValue = fc.constantFrom<unknown>(
      null,
      undefined,
      "odd",
      1.5,
      Number.NaN,
      Infinity,
      -1,
      2,
      true,
      {},
      [],
      "state",
    );
    const withWrongValue = fc
      .tuple(message, wrongValue)
      .chain(([data, value]) => fc.constantFrom(...Object.keys(data)).map((name) => ({ ...data, [name]: value })))
      // Which screens exist is the frame's business.
      .filter((data) => !["odd", "state"].includes((data as { screen?: string }).screen ?? ""));
    fc.assert(fc.property(withWrongValue, (data) => isFromFrame(data) === isOfContract(data)));
  });

  test("anything else is refused", () => {
    for (const data of [undefined, null, 1, "ready", [], {}, { cart: 1 }, { cart: 2, type: "ready" }]) {
      expect(isFromFrame(data)).toBe(false);
    }
    for (const type of ["toString", "__proto__", "constructor", "hello", 1, null]) {
      expect(isFromFrame({ cart: 1, type })).toBe(false);
    }
    fc.assert(fc.property(fc.anything(), (data) => isFromFrame(data) === isOfContract(data)));
  });
});

test("§7 cart: a stored cart is used only if it has its two numbers", () => {
  fc.assert(fc.property(saved, (value) => isSavedCart(JSON.parse(JSON.stringify(value)))));
  for (const value of [
    null,
    undefined,
    "",
    1,
    [],
    {},
    { at: 1 },
    { seen: 1 },
    { at: "1", seen: 1 },
    { at: 1, seen: 1.5 },
    { at: 1, seen: -1 },
  ]) {
    expect(isSavedCart(value)).toBe(false);
  }
});
