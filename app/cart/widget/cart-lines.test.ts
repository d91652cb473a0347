import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cartQuantityMax } from "#contract/cart/frame-limits.ts";
import {
  withCurrentPrices,
  addProducts,
  toCheckoutList,
  isPriceRaised,
  setQuantity,
  resolveLines,
  subtotalCents,
  removeBought,
} from "./cart-lines.ts";
import { catalogue, line, requestedProduct } from "./testing.ts";

describe("adding products", () => {
  test("a new one is a line, the same one again adds to its quantity", () => {
    const first = addProducts(catalogue, [], [requestedProduct("cream", 1, 24)]);
    expect(first).toEqual({ lines: [line("cream", 1, 24)], problems: [] });
    expect(addProducts(catalogue, first.lines, [requestedProduct("cream", 2, 24)]).lines).toEqual([
      line("cream", 3, 24),
    ]);
  });
  test("another pricing of a product is a line of its own", () => {
    const three = { id: "cream", quantity: 1, selectedPricing: { pricingid: "cream_3m" } };
    expect(addProducts(catalogue, [line("cream")], [three]).lines).toHaveLength(2);
  });
  test.each([
    ["an unknown product", requestedProduct("gone")],
    ["an unknown pricing", { id: "cream", quantity: 1, selectedPricing: { pricingid: "serum_1m" } }],
    ["a negative quantity", requestedProduct("cream", -1)],
    ["no quantity", requestedProduct("cream", 0)],
    ["half a quantity", requestedProduct("cream", 0.5)],
    ["no number", requestedProduct("cream", Number.NaN)],
  ])("%s is explained in a sentence and the cart kept", (_, product) => {
    const { lines, problems } = addProducts(catalogue, [line("serum", 2)], [product, requestedProduct("cream")]);
    expect(lines).toEqual([line("serum", 2), line("cream")]);
    expect(problems).toEqual([expect.stringMatching(/^(We couldn't add|One product).*\.$/)]);
  });
  test("a huge quantity becomes the maximum, with a sentence", () => {
    const { lines, problems } = addProducts(catalogue, [], [requestedProduct("cream", 1e9)]);
    expect(lines[0]?.quantity).toBe(cartQuantityMax);
    expect(problems).toEqual(["You can order up to 12 of CREAM at once."]);
  });
});

describe("§2.3 quantity", () => {
  test("§4 0 removes the line", () => {
    expect(setQuantity([line("cream", 1), line("serum", 1)], "cream_1m", 0)).toEqual([line("serum", 1)]);
  });
  test("a typed number is bounded and whole", () => {
    expect(setQuantity([line("cream")], "cream_1m", 99)[0]?.quantity).toBe(12);
    expect(setQuantity([line("cream")], "cream_1m", 2.9)[0]?.quantity).toBe(2);
  });
});

test("a product no longer offered is not shown", () => {
  const { available, unavailable: gone } = resolveLines(catalogue, [line("cream"), line("gone")]);
  expect([available.map(({ line: { productid } }) => productid), gone]).toEqual([["cream"], [line("gone")]]);
});

test("a price above the one shown counts as raised until the patient has seen it", () => {
  const { available } = resolveLines(catalogue, [line("cream", 1, 20), line("serum", 1, 45), line("patch")]);
  expect(available.map(isPriceRaised)).toEqual([true, false, false]);
  expect(resolveLines(catalogue, withCurrentPrices(available)).available.some(isPriceRaised)).toBe(false);
});

test("bought products are removed, those added since stay", () => {
  const lines = [line("cream", 3), line("serum", 1), line("patch", 1)];
  const bought = [
    { pricingid: "cream_1m", quantity: 2 },
    { pricingid: "serum_1m", quantity: 1 },
  ];
  expect(removeBought(lines, bought)).toEqual([line("cream", 1), line("patch", 1)]);
});

test("the sub-total is today's prices in cents", () => {
  expect(subtotalCents(resolveLines(catalogue, [line("cream", 3, 1), line("serum", 2)]).available)).toBe(15_000);
});

test("no message makes a line whose shape the checkout calls refuse", () => {
  const anyProduct = fc.record({
    id: fc.constantFrom("cream", "serum", "patch", "gone"),
    quantity: fc.oneof(fc.integer(), fc.double()),
    selectedPricing: fc.record({ pricingid: fc.constantFrom("cream_1m", "cream_3m", "serum_1m", "x") }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(anyProduct)), (messages) => {
      const lines = messages.reduce((cart, asked) => addProducts(catalogue, cart, asked).lines, [
        line("patch"),
      ] as const as readonly ReturnType<typeof line>[]);
      const list = toCheckoutList(lines);
      expect(list.every(({ quantity }) => Number.isInteger(quantity) && quantity >= 1 && quantity <= 12)).toBe(true);
      expect(new Set(list.map(({ pricingid }) => pricingid)).size).toBe(list.length);
      expect(list.some(({ productid }) => productid === "patch")).toBe(true);
    }),
  );
});
