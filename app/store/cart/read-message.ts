import type { ToFrame } from "#contract/frame.ts";
import { attemptsMax, frameCookies, frameVersion } from "#contract/frame-limits.ts";
import {
  type Check,
  either,
  is,
  isAttempt,
  isLine,
  list,
  maybe,
  number,
  type Shape,
  shaped,
  strictly,
  text,
  whole,
} from "./checks.ts";

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
const kept = shaped({ at: number, seen: whole(0), attempts: list(isAttempt, attemptsMax), lines: list(isLine) });

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
