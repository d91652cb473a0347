import type { growth } from "#contract/growth.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { acceptUpsells } from "./accept.ts";
import { denyUpsell } from "./deny.ts";
import { askForOffer, availableOffers, offersAt } from "./offers.ts";
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
  acceptOnboardingUpsell: ({ body }, ctx) => acceptInVisit(ctx, ctx.caller.patientId, body),

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
        { wanted: [{ path: "", upsellId: params.id }], coupon: body.coupon, totalamount: body.totalamount },
        ctx.idempotencyKey,
      ),
  },
  acceptUpsellProduct: {
    resumable: ({ body: { coupon, totalamount, ...wanted } }, ctx) =>
      acceptUpsells(
        ctx,
        ctx.caller.patientId,
        { wanted: [{ path: "", ...wanted, ...known(wanted) }], coupon, totalamount },
        ctx.idempotencyKey,
      ),
  },
  acceptUpsellProducts: {
    resumable: ({ body: { upsells, coupon, totalamount } }, ctx) =>
      acceptUpsells(
        ctx,
        ctx.caller.patientId,
        {
          wanted: upsells.map((each, at) => ({ path: `upsells.${at}.`, ...each, ...known(each) })),
          coupon,
          totalamount,
        },
        ctx.idempotencyKey,
      ),
  },

  denyUpsell: ({ params }, ctx) => denyUpsell(ctx, ctx.caller.patientId, params.id),
  withdrawUpsell: ({ params }, ctx) => withdrawUpsell(ctx, ctx.caller.patientId, params.id),
  offerUpsell: ({ params, body }, ctx) =>
    askForOffer(ctx, ctx.caller.patientId, params.id, body?.triggeredfrom ?? "asked"),
} satisfies Pick<Handlers<typeof growth>, UpsellCall>;

/** Named also when left out. */
const known = ({ upsellId, triggeredfrom }: { upsellId?: string | undefined; triggeredfrom?: string | undefined }) => ({
  upsellId,
  triggeredfrom,
});
