import type { ToFrame } from "#contract/cart/frame.ts";
import { pendingCheckoutsMax, frameCookies, frameVersion } from "#contract/cart/frame-limits.ts";
import {
  type Check,
  anyOf,
  equals,
  isOpenAttempt,
  isCartLine,
  list,
  optional,
  number,
  type Shape,
  object,
  strictObject,
  text,
  wholeNumber,
} from "./shape-checks.ts";

const product = object({
  id: text(60),
  quantity: number,
  selectedPricing: object({ pricingid: text(80), price: optional(number) }),
  index: optional(number),
  name: optional(text(200)),
  dosage: optional(text(200)),
  description: optional(text(2000)),
  image: optional(text(2000)),
});
const storedCartShape = object({
  changedat: number,
  lastcommand: wholeNumber(0),
  pendingcheckouts: list(isOpenAttempt, pendingCheckoutsMax),
  lines: list(isCartLine),
});

const command = { cart: equals(frameVersion), n: wholeNumber(0) };
const messages: Readonly<Record<ToFrame["type"], Shape>> = {
  hello: { cart: equals(frameVersion), saved: () => true, mounted: optional(anyOf(equals(true), equals(false))) },
  cookie: { ...command, name: anyOf(...frameCookies.map(equals)), value: text(2000) },
  login: command,
  logout: command,
  "cart-open": { ...command, products: optional(list(product)) },
  "account-open": command,
  "login-with-redirect": { ...command, redirectTo: text(2000) },
};
const checks = new Map<unknown, Check>(
  Object.entries(messages).map(([type, shape]) => [type, strictObject({ ...shape, type: equals(type) })]),
);

/**
 * A message of the contract's shape `ToFrame`, or null. Written by hand, so that the cart shows without the schema library; a test compares it with
 * the schema.
 */
export function parseFrameMessage(data: unknown): ToFrame | null {
  const type = (data as { type?: unknown } | null | undefined)?.type;
  if (!checks.get(type)?.(data)) return null;
  const message = data as ToFrame;
  return message.type === "hello" && !storedCartShape(message.saved) ? { ...message, saved: null } : message;
}
