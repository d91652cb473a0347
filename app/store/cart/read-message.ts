import type { ToFrame } from "#contract/frame.ts";
import { attemptsMax, cartLinesMax, cartQuantityMax, frameCookies, frameVersion } from "#contract/frame-limits.ts";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const is =
  (wanted: unknown): Check =>
  (value) =>
    value === wanted;
const text =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= max;
const number: Check = Number.isFinite;
const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
const either =
  (...checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));
const list =
  (check: Check, max = cartLinesMax): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(check);
const shaped =
  (shape: Shape): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(shape).every(([name, check]) => check((value as Record<string, unknown>)[name]));
/** The same without any other field. */
const strictly = (shape: Shape): Check => {
  const has = shaped(shape);
  return (value) => has(value) && Object.keys(value as object).every((name) => name in shape);
};
const absent = is(undefined);
const maybe = (check: Check): Check => either(absent, check);

const product = shaped({
  id: text(60),
  quantity: number,
  selectedPricing: shaped({ pricingid: text(80), price: maybe(number) }),
  index: maybe(number),
  name: maybe(text(200)),
  dosage: maybe(text(200)),
  description: maybe(text(2000)),
  image: maybe(text(2000)),
});
const line = shaped({
  productid: text(60),
  pricingid: text(80),
  quantity: whole(1, cartQuantityMax),
  price: either(is(null), number),
});
const attempt = shaped({ key: text(128), body: text(8000), owner: text(20) });
const kept = shaped({ at: number, seen: whole(0), attempts: list(attempt, attemptsMax), lines: list(line) });

const command = { cart: is(frameVersion), n: whole(0) };
const messages: Readonly<Record<ToFrame["type"], Shape>> = {
  hello: { cart: is(frameVersion), kept: () => true, mounted: maybe(either(is(true), is(false))) },
  cookie: { ...command, name: either(...frameCookies.map(is)), value: text(2000) },
  login: command,
  logout: command,
  "cart-open": { ...command, products: maybe(list(product)) },
  "account-open": command,
  "login-with-redirect": { ...command, redirectTo: text(2000) },
};
const checks = new Map<unknown, Check>(
  Object.entries(messages).map(([type, shape]) => [type, strictly({ ...shape, type: is(type) })]),
);

/**
 * A message of the shape `ToFrame` of the contract gives it, or null. Written out, so that the cart shows without the schema
 * library; a test holds it against the schema.
 */
export function readMessage(data: unknown): ToFrame | null {
  const type = (data as { type?: unknown } | null | undefined)?.type;
  if (!checks.get(type)?.(data)) return null;
  const message = data as ToFrame;
  return message.type === "hello" && !kept(message.kept) ? { ...message, kept: null } : message;
}
