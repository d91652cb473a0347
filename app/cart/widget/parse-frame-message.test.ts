import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { ToFrame } from "#contract/cart/frame.ts";
import { frameCookies } from "#contract/cart/frame-limits.ts";
import { parseFrameMessage } from "./parse-frame-message.ts";

const odd = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, "", "x", Number.NaN, Infinity, -1, 0, 1.5, 13, [], {}, "x".repeat(61)),
  fc.anything(),
);
/** Mostly a valid value, sometimes another one, so that every field is wrong in some message. */
const mostly = <T>(good: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: good as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: odd });
const record = (fields: Record<string, fc.Arbitrary<unknown>>, required: string[] = Object.keys(fields)) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([name, good]) => [name, mostly(good)])), {
    requiredKeys: required,
  });

const pricing = record({ pricingid: fc.constant("a_1m"), price: fc.double({ noNaN: true }) }, ["pricingid"]);
const product = record(
  { id: fc.string({ maxLength: 60 }), quantity: fc.integer(), selectedPricing: pricing, name: fc.string() },
  ["id", "quantity", "selectedPricing"],
);
const line = record({
  productid: fc.string(),
  pricingid: fc.string(),
  quantity: fc.integer({ min: 1, max: 12 }),
  price: fc.constantFrom(null, 24),
});
const storedCart = record({
  changedat: fc.nat(),
  lastcommand: fc.nat(),
  pendingcheckouts: fc.array(record({ key: fc.string(), body: fc.string(), owner: fc.string({ maxLength: 20 }) }), {
    maxLength: 6,
  }),
  lines: fc.array(line, { maxLength: 3 }),
});
const message = record(
  {
    cart: fc.constant(1),
    n: fc.nat(),
    type: fc.constantFrom("hello", "cookie", "login", "logout", "cart-open", "account-open", "login-with-redirect"),
    saved: storedCart,
    name: fc.constantFrom(...frameCookies),
    value: fc.string(),
    products: fc.array(product, { maxLength: 3 }),
    redirectTo: fc.string(),
    mounted: fc.boolean(),
  },
  ["cart", "type"],
);
/** The fields of each type, so that most messages are valid except for one thing. */
const fields: Record<string, readonly string[]> = {
  hello: ["cart", "type", "saved", "mounted"],
  cookie: ["cart", "type", "n", "name", "value"],
  "cart-open": ["cart", "type", "n", "products"],
  "login-with-redirect": ["cart", "type", "n", "redirectTo"],
};
const trimmed = message.map((given) => {
  const expected = fields[String(given["type"])] ?? ["cart", "type", "n"];
  return Object.fromEntries(Object.entries(given).filter(([name]) => expected.includes(name)));
});

test("§7 exactly what the contract's schema accepts is read", () => {
  const seen = { good: 0, bad: 0 };
  fc.assert(
    fc.property(fc.oneof(trimmed, message, fc.anything()), (data) => {
      const { success, data: parsed } = z.safeParse(ToFrame, data);
      seen[success ? "good" : "bad"] += 1;
      const read = parseFrameMessage(data);
      expect(read !== null).toBe(success);
      if (success) expect(read).toMatchObject(parsed);
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(100);
});

test("a hello with an unreadable cart is a hello without one", () => {
  const storedCart = { changedat: 1, lastcommand: 2, pendingcheckouts: [], lines: [] };
  const hello = (given: unknown) => parseFrameMessage({ cart: 1, type: "hello", saved: given });
  expect(hello(storedCart)).toEqual({ cart: 1, type: "hello", saved: storedCart });
  for (const broken of [
    undefined,
    "old",
    [],
    { ...storedCart, lastcommand: 1.5 },
    { ...storedCart, lastcommand: -1 },
    { ...storedCart, lines: [{}] },
  ])
    expect(hello(broken)).toEqual({ cart: 1, type: "hello", saved: null });
  expect(parseFrameMessage({ cart: 1, type: "hello", saved: storedCart, more: 1 })).toBeNull();
});

test("§7 a hello may say that the frame is mounted in the page", () => {
  const hello = { cart: 1, type: "hello", saved: null };
  for (const mounted of [true, false]) expect(parseFrameMessage({ ...hello, mounted })).toEqual({ ...hello, mounted });
  for (const mounted of [null, 1, "true"]) expect(parseFrameMessage({ ...hello, mounted })).toBeNull();
});
