import { cartLinesMax, cartQuantityMax } from "#contract/cart/frame-limits.ts";

/* Shape checks without the schema library, which would be most of the cart's weight; a test compares them with the contract. */

export type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

export const equals =
  (expected: unknown): Check =>
  (value) =>
    value === expected;
export const text =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= max;
export const number: Check = Number.isFinite;
export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
export const anyOf =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
export const list =
  (check: Check, max = cartLinesMax): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(check);
export const object =
  (shape: Shape): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(shape).every(([name, check]) => check((value as Record<string, unknown>)[name]));
/** The same without any extra field. */
export const strictObject = (shape: Shape): Check => {
  const matches = object(shape);
  return (value) => matches(value) && Object.keys(value as object).every((name) => name in shape);
};
export const optional = (check: Check): Check => anyOf(equals(undefined), check);

/** A line of the cart, as the contract's `CartLine`. */
export const isCartLine = object({
  productid: text(60),
  pricingid: text(80),
  quantity: wholeNumber(1, cartQuantityMax),
  price: anyOf(equals(null), number),
});
/** As the contract's `PendingCheckout`. */
export const isOpenAttempt = object({ key: text(128), body: text(8000), owner: text(20) });
