import type { store } from "#contract/cart/calls.ts";
import { toCents } from "#contract/fields/numbers.ts";
import { addressById, addressesOf, defaultShippingAddress } from "#server/addresses/public.ts";
import { addShippingAddress, changeShippingAddress } from "#server/care/public.ts";
import { presentProduct, type RequestedLine } from "#server/catalogue/public.ts";
import { findCoupon, presentCoupon, welcomeKeptText, availableDiscounts } from "#server/discounts/public.ts";
import { visitBasket } from "#server/onboarding/public.ts";
import {
  orderByKey,
  placeOrder,
  presentOrder,
  presentQuote,
  quoteOrder,
  cartTermsVersion,
} from "#server/orders/public.ts";
import type { Context, Handlers } from "#server/platform/http/handler.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { cartObstacles, cartFillRequest, requireOrderable } from "./cart-obstacles.ts";
import { checkoutOutcome } from "./checkout-outcome.ts";

type TaxInput = {
  readonly checkout?: RequestedLine[] | undefined;
  readonly couponid?: string | undefined;
  readonly shippingid?: string | undefined;
};

export const cartHandlers = {
  products: async (_input, { content }) => ({
    items: content.catalogue.products.map((product) => presentProduct(content, product)),
  }),

  shippingAddresses: async (_input, ctx) => ({ items: await addressesOf(ctx, ctx.caller.patientId) }),

  defaultShippingAddress: async (_input, ctx) => ({ address: await defaultShippingAddress(ctx, ctx.caller.patientId) }),

  createShippingAddress: ({ body }, ctx) => addShippingAddress(ctx, ctx.caller.patientId, body),

  updateShippingAddress: async ({ params, body }, ctx) => {
    const address = await addressById(ctx, ctx.caller.patientId, params.id);
    if (!address) throw ctx.refuse("not_found");
    return changeShippingAddress(ctx, ctx.caller.patientId, address, body);
  },

  coupon: async ({ params }, ctx) => presentCoupon(findCoupon(ctx, params.code)),

  computeTax: async ({ body }, ctx) => {
    const request = await linesToQuote(body ?? {}, ctx);
    const { patientId } = ctx.caller;
    const address = request.shippingId
      ? await addressById(ctx, patientId, request.shippingId)
      : await defaultShippingAddress(ctx, patientId);
    if (!address) throw ctx.refuse(request.shippingId ? "not_found" : "no_shipping_address");
    const quoted = await quoteOrder(ctx, { ...request, patientId, shipState: address.state });
    const available = quoted.couponCode === null ? [] : await availableDiscounts(ctx.db, patientId);
    const obstacles = body?.checkout ? await cartObstacles(ctx, patientId, body.checkout) : [];
    return { ...presentQuote(ctx.content, quoted), welcomekept: welcomeKeptText(ctx.content, available), obstacles };
  },

  checkout: {
    resumable: async ({ body }, ctx) => {
      const existing = await orderByKey(ctx.db, ctx.caller.patientId, ctx.idempotencyKey);
      if (!existing) await requireOrderable(ctx, ctx.caller.patientId, body.checkout);
      const { id } = await placeOrder(ctx, {
        ...cartFillRequest(ctx, ctx.caller.patientId),
        lines: body.checkout,
        couponCode: body.couponid ?? null,
        shippingId: body.shippingid ?? null,
        expectedTotalCents: body.totalamount === undefined ? null : toCents(body.totalamount),
        idempotencyKey: ctx.idempotencyKey,
        capture: "automatic",
        termsVersion: cartTermsVersion(ctx.content),
      });
      const order = await presentOrder(ctx, id);
      if (!order) throw ctx.refuse("not_found");
      return { message: "success" as const, order };
    },
  },

  checkoutOutcome: ({ params }, ctx) => checkoutOutcome(ctx, ctx.caller.patientId, params.key),
} satisfies Handlers<typeof store>;

/** The given cart, or else the patient's choices in the visit, with the visit's coupon and address where none is given. */
async function linesToQuote(
  { checkout, couponid, shippingid }: TaxInput,
  ctx: Context<typeof store.computeTax> & Refuses<"wrong_state">,
) {
  if (checkout) return { lines: checkout, couponCode: couponid ?? null, shippingId: shippingid ?? null };
  const visit = await visitBasket(ctx, ctx.caller.patientId);
  if (!visit || visit.stopped || visit.choices.length === 0) throw ctx.refuse("wrong_state");
  return {
    lines: visit.choices.map((choice) => ({ ...choice, quantity: 1 })),
    couponCode: couponid ?? visit.couponCode,
    shippingId: shippingid ?? visit.shippingId,
  };
}
