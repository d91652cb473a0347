import type { FromFrame, SavedCart } from "#contract/cart/frame.ts";

type Check = (value: unknown) => boolean;
type Checks<Message> = { readonly [Name in Exclude<keyof Message, "cart" | "type">]: Check };

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isNumber: Check = Number.isFinite;
const isWhole: Check = Number.isSafeInteger;
const isNatural: Check = (value) => isWhole(value) && (value as number) >= 0;

/** Whether this is what a frame asked to store. Everything except the two numbers is the frame's business. */
export const isSavedCart = (value: unknown): value is SavedCart =>
  isNumber((value as SavedCart | null | undefined)?.changedat) && isNatural((value as SavedCart).lastcommand);

const messages: { readonly [Type in FromFrame["type"]]: Checks<Extract<FromFrame, { type: Type }>> } = {
  ready: {},
  state: {
    screen: isText,
    depth: isNatural,
    busy: isFlag,
    count: isWhole,
    signedin: isFlag,
    height: isWhole,
    saved: isSavedCart,
  },
  close: {},
  checkout: { orderid: isText, totalamount: isNumber },
  signup: {},
  redirect: { to: isText },
  logout: {},
  "content-link": { path: isText },
};

/**
 * Whether this is a message of the contract. Written by hand, because the contract's own check is twenty times the loader's size. Unknown fields are
 * ignored.
 */
export function isFromFrame(data: unknown): data is FromFrame {
  const message = data as Record<string, unknown> | null | undefined;
  return (
    message?.["cart"] === 1 &&
    Object.hasOwn(messages, message["type"] as string) &&
    Object.entries<Check>(messages[message["type"] as FromFrame["type"]]).every(([name, check]) => check(message[name]))
  );
}
