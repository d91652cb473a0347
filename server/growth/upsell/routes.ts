import type { growth } from "#contract/growth/calls.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { acceptUpsells } from "./accept-upsells.ts";
import { requestedCoupon } from "./coupon.ts";
import { denyUpsell, withdrawUpsell } from "./deny-upsell.ts";
import { acceptUpsellInVisit, upsellsInVisit } from "./in-visit.ts";
import type { UpsellSelection } from "./select-upsells.ts";
import { requestUpsell, availableUpsells, upsellsAt } from "./upsells.ts";

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
  | "addUpsellToPatient";

/** Upsells to a treatment. A call that charges the card on file is resumable: it may be sent again after a crash. */
export const upsellHandlers = {
  onboardingUpsell: async (_input, ctx) => ({ items: await upsellsInVisit(ctx, ctx.caller.patientId) }),
  acceptOnboardingUpsell: ({ body }, ctx) =>
    acceptUpsellInVisit(ctx, ctx.caller.patientId, { ...body, coupon: requestedCoupon([body]) }),

  upsells: async (_input, ctx) => ({ items: await upsellsAt(ctx, ctx.caller.patientId, "dashboard") }),
  dashboardUpsells: async (_input, ctx) => ({ items: await upsellsAt(ctx, ctx.caller.patientId, "dashboard") }),
  availableUpsells: async ({ query }, ctx) => ({
    items: await availableUpsells(ctx, ctx.caller.patientId, query.show === "all"),
  }),

  acceptUpsell: {
    resumable: ({ params, body }, ctx) =>
      acceptUpsells(
        ctx,
        ctx.caller.patientId,
        {
          selections: [{ ...toSelection(body ?? {}, ""), upsellId: params.id }],
          coupon: requestedCoupon([body ?? {}]),
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
        { selections: [toSelection(body, "")], coupon: requestedCoupon([body]), totalamount: body.totalamount },
        ctx.idempotencyKey,
      ),
  },
  acceptUpsellProducts: {
    resumable: ({ body }, ctx) =>
      acceptUpsells(
        ctx,
        ctx.caller.patientId,
        {
          selections: body.upsells.map((each, at) => toSelection(each, `upsells.${at}.`)),
          coupon: requestedCoupon([body, ...body.upsells]),
          totalamount: body.totalamount,
        },
        ctx.idempotencyKey,
      ),
  },

  denyUpsell: ({ params }, ctx) => denyUpsell(ctx, ctx.caller.patientId, params.id),
  withdrawUpsell: ({ params }, ctx) => withdrawUpsell(ctx, ctx.caller.patientId, params.id),
  addUpsellToPatient: ({ params, body }, ctx) =>
    requestUpsell(ctx, ctx.caller.patientId, params.id, body?.triggeredfrom),
} satisfies Pick<Handlers<typeof growth>, UpsellCall>;

interface UpsellSelectionBody {
  readonly upsellId?: string | undefined;
  readonly productId?: string | undefined;
  readonly pricingId?: string | undefined;
  readonly triggeredfrom?: string | undefined;
}
const toSelection = (
  { upsellId, productId, pricingId, triggeredfrom }: UpsellSelectionBody,
  path: string,
): UpsellSelection => ({
  path,
  upsellId,
  productId,
  pricingId,
  triggeredfrom,
});
