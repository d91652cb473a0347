import type { growth } from "#contract/growth.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { acceptUpsells } from "./accept.ts";
import { couponOf } from "./coupon.ts";
import { denyUpsell } from "./deny.ts";
import { askForOffer, availableOffers, offersAt } from "./offers.ts";
import type { Wanted } from "./prepare.ts";
import { acceptInVisit, offersInVisit } from "./visit.ts";
import { withdrawUpsell } from "./withdraw.ts";

type UpsellCall =
  | "onboardingUpsell"
  | "acceptOnboardingUpsell"
  | "upsells"
  | "dashboardUpsells"
  | "availableUpsells"
  | "acceptUpsell"
  | "acceptUpsellProduct"
  | "acceptUpsellProducts"
  | "denyUpsell"
  | "withdrawUpsell"
  | "offerUpsell";

/** Offers besides a treatment. Whatever is accepted with a card on file may be sent again after a crash. */
export const upsellHandlers = {
  onboardingUpsell: async (_input, ctx) => ({ items: await offersInVisit(ctx, ctx.caller.patientId) }),
  acceptOnboardingUpsell: ({ body }, ctx) =>
    acceptInVisit(ctx, ctx.caller.patientId, { ...body, coupon: couponOf([body]) }),

  upsells: async (_input, ctx) => ({ items: await offersAt(ctx, ctx.caller.patientId, "dashboard") }),
  dashboardUpsells: async (_input, ctx) => ({ items: await offersAt(ctx, ctx.caller.patientId, "dashboard") }),
  availableUpsells: async ({ query }, ctx) => ({
    items: await availableOffers(ctx, ctx.caller.patientId, query.show === "all"),
  }),

  acceptUpsell: {
    resumable: ({ params, body }, ctx) =>
      acceptUpsells(
        ctx,
        ctx.caller.patientId,
        {
          wanted: [{ ...wantedOf(body ?? {}, ""), upsellId: params.id }],
          coupon: couponOf([body ?? {}]),
          totalamount: body?.totalamount,
        },
        ctx.idempotencyKey,
      ),
  },
  acceptUpsellProduct: {
    resumable: ({ body }, ctx) =>
      acceptUpsells(
        ctx,
        ctx.caller.patientId,
        { wanted: [wantedOf(body, "")], coupon: couponOf([body]), totalamount: body.totalamount },
        ctx.idempotencyKey,
      ),
  },
  acceptUpsellProducts: {
    resumable: ({ body }, ctx) =>
      acceptUpsells(
        ctx,
        ctx.caller.patientId,
        {
          wanted: body.upsells.map((each, at) => wantedOf(each, `upsells.${at}.`)),
          coupon: couponOf([body, ...body.upsells]),
          totalamount: body.totalamount,
        },
        ctx.idempotencyKey,
      ),
  },

  denyUpsell: ({ params }, ctx) => denyUpsell(ctx, ctx.caller.patientId, params.id),
  withdrawUpsell: ({ params }, ctx) => withdrawUpsell(ctx, ctx.caller.patientId, params.id),
  offerUpsell: ({ params, body }, ctx) => askForOffer(ctx, ctx.caller.patientId, params.id, body?.triggeredfrom),
} satisfies Pick<Handlers<typeof growth>, UpsellCall>;

interface Sent {
  readonly upsellId?: string | undefined;
  readonly productId?: string | undefined;
  readonly pricingId?: string | undefined;
  readonly triggeredfrom?: string | undefined;
}
const wantedOf = ({ upsellId, productId, pricingId, triggeredfrom }: Sent, path: string): Wanted => ({
  path,
  upsellId,
  productId,
  pricingId,
  triggeredfrom,
});
