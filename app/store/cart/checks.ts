import { cartLinesMax, cartQuantityMax } from "#contract/frame-limits.ts";

/* Checks of shapes without the schema library, which would be most of the cart's weight; a test holds them against the contract. */

export type Check = (value: unknown) => boolean;
export type Shape = Readonly<Record<string, Check>>;

export const is =
  (wanted: unknown): Check =>
  (value) =>
    value === wanted;
export const text =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= max;
export const number: Check = Number.isFinite;
export const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
export const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
export const list =
  (check: Check, max = cartLinesMax): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(check);
export const shaped =
  (shape: Shape): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(shape).every(([name, check]) => check((value as Record<string, unknown>)[name]));
/** The same without any other field. */
export const strictly = (shape: Shape): Check => {
  const has = shaped(shape);
  return (value) => has(value) && Object.keys(value as object).every((name) => name in shape);
};
export const maybe = (check: Check): Check => either(is(undefined), check);

/** A line of the cart, as `CartLine` of the contract has it. */
export const isLine = shaped({
  productid: text(60),
  pricingid: text(80),
  quantity: whole(1, cartQuantityMax),
  price: either(is(null), number),
});
/** As `OpenAttempt` of the contract. */
export const isAttempt = shaped({ key: text(128), body: text(8000), owner: text(20) });
