import * as z from "zod/mini";
import {
  pendingCheckoutsMax,
  cartLinesMax,
  cartQuantityMax,
  cartScreens,
  frameCookies,
  frameVersion,
} from "./frame-limits.ts";

/**
 * Messages between a marketing page and the cart in its frame (spec §4, §6, §7). `cart` is the version of the protocol: a message of another version
 * is dropped by both sides. The frame starts with `ready`, the page replies with `hello` and sends its commands; a frame that reloaded sends `ready`
 * again and gets back what it had asked the page to store.
 */
const versionField = { cart: z.literal(frameVersion) };
/** Commands are numbered in ascending order, so that one sent again after a reload counts once. */
const commandFields = { ...versionField, n: z.int().check(z.nonnegative()) };
const shortText = (max: number) => z.string().check(z.maxLength(max));

/**
 * A cart item of spec §3. Only id, quantity and selectedPricing count; the widget shows the catalogue's product data, not the page's. The price is
 * what the visitor was shown, in dollars: they are told if it has risen since.
 */
export const FrameProduct = z.object({
  id: shortText(60),
  quantity: z.number(),
  selectedPricing: z.object({ pricingid: shortText(80), price: z.optional(z.number()) }),
  index: z.optional(z.number()),
  name: z.optional(shortText(200)),
  dosage: z.optional(shortText(200)),
  description: z.optional(shortText(2000)),
  image: z.optional(shortText(2000)),
});
export type FrameProduct = z.output<typeof FrameProduct>;

/** A line of the cart as the widget stores it; `price` in dollars is what the visitor last saw. */
export const CartLine = z.object({
  productid: shortText(60),
  pricingid: shortText(80),
  quantity: z.int().check(z.minimum(1), z.maximum(cartQuantityMax)),
  price: z.nullable(z.number()),
});
export type CartLine = z.output<typeof CartLine>;

/**
 * A checkout of unknown outcome: its Idempotency-Key, its body as JSON, and a fingerprint of its owner. It is polled, or repeated unchanged; never
 * paid anew.
 */
export const PendingCheckout = z.object({ key: shortText(128), body: shortText(8000), owner: shortText(20) });
export type PendingCheckout = z.output<typeof PendingCheckout>;

/**
 * What the page stores for the frame, without reading it: the cart, when it last changed (epoch ms), the newest executed command, and the checkouts
 * of unknown outcome, oldest first: a shared device may hold those of several patients.
 */
export const SavedCart = z.object({
  changedat: z.number(),
  lastcommand: z.int().check(z.nonnegative()),
  pendingcheckouts: z.array(PendingCheckout).check(z.maxLength(pendingCheckoutsMax)),
  lines: z.array(CartLine).check(z.maxLength(cartLinesMax)),
});
export type SavedCart = z.output<typeof SavedCart>;

/** From the page to the frame. */
export const ToFrame = z.discriminatedUnion("type", [
  /** Unreadable data, such as an older version's, counts as nothing: the visitor still gets a cart. */
  z.strictObject({
    ...versionField,
    type: z.literal("hello"),
    // oxlint-disable-next-line promise/valid-params -- the schema library's catch
    saved: z.catch(z.nullable(SavedCart), null),
    /** The frame is in the flow of the page, which cannot close it. */
    mounted: z.optional(z.boolean()),
  }),
  z.strictObject({ ...commandFields, type: z.literal("cookie"), name: z.enum(frameCookies), value: shortText(2000) }),
  z.strictObject({ ...commandFields, type: z.literal("login") }),
  z.strictObject({ ...commandFields, type: z.literal("logout") }),
  /** Shows the cart; `products` are added to it first. */
  z.strictObject({
    ...commandFields,
    type: z.literal("cart-open"),
    products: z.optional(z.array(FrameProduct).check(z.maxLength(cartLinesMax))),
  }),
  z.strictObject({ ...commandFields, type: z.literal("account-open") }),
  /** Log in, then leave for this path of the app or URL of the marketing site. */
  z.strictObject({ ...commandFields, type: z.literal("login-with-redirect"), redirectTo: shortText(2000) }),
]);
export type ToFrame = z.output<typeof ToFrame>;
/** A message of the page that has an effect; `hello` only greets. */
export type Command = Exclude<ToFrame, { type: "hello" }>;

/** From the frame to the page. */
export const FromFrame = z.discriminatedUnion("type", [
  z.strictObject({ ...versionField, type: z.literal("ready") }),
  /** State of the widget, sent whenever it changes. */
  z.strictObject({
    ...versionField,
    type: z.literal("state"),
    screen: z.enum(cartScreens),
    /** Entries of the frame in the browser's history since it was opened. */
    depth: z.int().check(z.nonnegative()),
    /** A payment is being confirmed: the frame must not be closed. */
    busy: z.boolean(),
    /** Items in the cart. */
    count: z.int(),
    signedin: z.boolean(),
    /** Height of the content in CSS px. */
    height: z.int(),
    saved: SavedCart,
  }),
  z.strictObject({ ...versionField, type: z.literal("close") }),
  z.strictObject({ ...versionField, type: z.literal("checkout"), orderid: z.string(), totalamount: z.number() }),
  z.strictObject({ ...versionField, type: z.literal("signup") }),
  /** The visitor leaves for this path of the app; the frame navigates. */
  z.strictObject({ ...versionField, type: z.literal("redirect"), to: z.string() }),
  z.strictObject({ ...versionField, type: z.literal("logout") }),
  /** The visitor requests this path of the marketing site; the page navigates. */
  z.strictObject({ ...versionField, type: z.literal("content-link"), path: z.string() }),
]);
export type FromFrame = z.output<typeof FromFrame>;
