import type { store } from "#contract/store.ts";
import { toCents } from "#contract/shapes.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import { transact, type Tx } from "#server/platform/database/open.ts";
import { followState } from "#server/care/public.ts";
import { visitBasket } from "#server/onboarding/public.ts";
import { presentProduct, type Line } from "./catalogue.ts";
import { checkoutOutcome } from "./checkout-outcome.ts";
import { findCoupon, presentCoupon } from "./coupons.ts";
import { staysWaiting } from "./discount-words.ts";
import { waitingDiscounts } from "./earned-discounts.ts";
import { cartObstacles, cartOf, requireOrderable } from "./orderable.ts";
import { orderByKey } from "./orders.ts";
import { placeOrder } from "./place-order.ts";
import { presentOrder, presentQuote } from "./present-order.ts";
import { quote } from "./quote-order.ts";
import { addAddress, addressById, addressesOf, changeAddress, defaultShipping, isServed } from "./shipping.ts";
import { cartTerms } from "./terms.ts";

type TaxInput = {
  readonly checkout?: Line[] | undefined;
  readonly couponid?: string | undefined;
  readonly shippingid?: string | undefined;
};

export const storeHandlers = {
  products: async (_input, { content }) => ({
    items: content.catalogue.products.map((product) => presentProduct(content, product)),
  }),

  shippingAddresses: async (_input, ctx) => ({ items: await addressesOf(ctx, ctx.caller.patientId) }),

  defaultShippingAddress: async (_input, ctx) => ({ address: await defaultShipping(ctx, ctx.caller.patientId) }),

  createShippingAddress: async ({ body }, ctx) => {
    if (!isServed(ctx.content, body.state)) throw ctx.fail("not_available_in_state");
    const db = ctx.db as Tx;
    await followState({ ...ctx, db }, ctx.caller.patientId, body.state);
    return addAddress(db, ctx, ctx.caller.patientId, body);
  },

  updateShippingAddress: async ({ params, body }, ctx) => {
    const mine = await addressById(ctx, ctx.caller.patientId, params.id);
    if (!mine) throw ctx.fail("not_found");
    if (!isServed(ctx.content, body.state)) throw ctx.fail("not_available_in_state");
    return transact(ctx.db, async (db) => {
      if (mine.default) await followState({ ...ctx, db }, ctx.caller.patientId, body.state);
      return (await changeAddress({ ...ctx, db }, ctx.caller.patientId, params.id, body)) ?? mine;
    });
  },

  coupon: async ({ params }, ctx) => presentCoupon(findCoupon(ctx, params.code)),

  computeTax: async ({ body }, ctx) => {
    const wanted = await wantedLines(body ?? {}, ctx);
    const { patientId } = ctx.caller;
    const address = wanted.shippingId
      ? await addressById(ctx, patientId, wanted.shippingId)
      : await defaultShipping(ctx, patientId);
    if (!address) throw ctx.fail(wanted.shippingId ? "not_found" : "no_shipping_address");
    const made = await quote(ctx, { ...wanted, patientId, shipState: address.state });
    const waiting = made.couponCode === null ? [] : await waitingDiscounts(ctx.db, patientId);
    const obstacles = body?.checkout ? await cartObstacles(ctx, patientId, body.checkout) : [];
    return { ...presentQuote(made), stays: staysWaiting(waiting), obstacles };
  },

  checkout: {
    resumable: async ({ body }, ctx) => {
      const known = await orderByKey(ctx.db, ctx.caller.patientId, ctx.idempotencyKey);
      if (!known) await requireOrderable(ctx, ctx.caller.patientId, body.checkout);
      const { id } = await placeOrder(ctx, {
        ...cartOf(ctx, ctx.caller.patientId),
        lines: body.checkout,
        couponCode: body.couponid ?? null,
        shippingId: body.shippingid ?? null,
        expectedTotalCents: body.totalamount === undefined ? null : toCents(body.totalamount),
        idempotencyKey: ctx.idempotencyKey,
        capture: "automatic",
        termsVersion: cartTerms(ctx.content),
      });
      const order = await presentOrder(ctx, id);
      if (!order) throw ctx.fail("not_found");
      return { message: "success" as const, order };
    },
  },

  checkoutOutcome: ({ params }, ctx) => checkoutOutcome(ctx, ctx.caller.patientId, params.key),
} satisfies Handlers<typeof store>;

/** The given cart, or else what she chose in her visit, with the visit's coupon and address where none is given. */
async function wantedLines({ checkout, couponid, shippingid }: TaxInput, ctx: Context<typeof store.computeTax>) {
  if (checkout) return { lines: checkout, couponCode: couponid ?? null, shippingId: shippingid ?? null };
  const visit = await visitBasket(ctx, ctx.caller.patientId);
  if (!visit || visit.stopped || visit.choices.length === 0) throw ctx.fail("wrong_state");
  return {
    lines: visit.choices.map((choice) => ({ ...choice, quantity: 1 })),
    couponCode: couponid ?? visit.couponCode,
    shippingId: shippingid ?? visit.shippingId,
  };
}
