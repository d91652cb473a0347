import type { followup } from "#contract/followup.ts";
import { transact } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { firstPurchase } from "#server/store/public.ts";
import { applyCoupon } from "./apply-coupon.ts";
import { checkFor } from "./check.ts";
import { claimReview } from "./claim.ts";
import { presentStep } from "./present.ts";
import { changeReview, latestReview, lockReviews, reviewOf } from "./queries.ts";
import { loadReview, type Review, stepOf } from "./review.ts";
import { saveStep } from "./save-step.ts";

/** A review of hers, in whatever state. */
async function hers(parts: Services, patientId: string, id: string): Promise<Review> {
  const row = await reviewOf(parts.db, patientId, id);
  if (!row) throw new Refusal("not_found");
  return loadReview(parts, row);
}

/** Keeps how likely she would recommend us, with the review named or her latest one; another rating takes its place. */
const rate = (parts: Services, patientId: string, rating: number, id: string | undefined): Promise<void> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    await lockReviews(tx, patientId);
    const row = id === undefined ? await latestReview(inTx.db, patientId) : await reviewOf(tx, patientId, id);
    if (!row) throw new Refusal("not_found");
    await changeReview(tx, row, { rating });
  });

/** The patient's calls; what is told of experiments and campaigns is the business of growth. */
export const followupHandlers = {
  check: async (_input, ctx) => checkFor(ctx, ctx.caller.patientId),
  claim: async ({ params, body }, ctx) =>
    claimReview(ctx, ctx.caller.patientId, params.id, {
      code: body.code?.trim() ? body.code : null,
      read: body.stopread ?? null,
    }),
  step: async ({ params }, ctx) => {
    const review = await hers(ctx, ctx.caller.patientId, params.followupid);
    return presentStep(ctx, review, stepOf(review, params.step));
  },
  previousStep: async ({ params }, ctx) => {
    const review = await hers(ctx, ctx.caller.patientId, params.followupid);
    const step = stepOf(review, params.step);
    const { path } = review.walk;
    return presentStep(ctx, review, review.steps[path[path.indexOf(step.step) - 1] ?? step.step] ?? step);
  },
  saveStep: async ({ params, body }, ctx) =>
    saveStep(ctx, ctx.caller.patientId, params.followupid, params.step, body.answers),
  applyCoupon: async ({ params, body }, ctx) => applyCoupon(ctx, ctx.caller.patientId, params.id, body.code),
  rate: async ({ body }, ctx) => {
    await rate(ctx, ctx.caller.patientId, body.rating, body.followupid);
    return { message: "Thank you for telling us." };
  },
  firstPurchase: async ({ params }, ctx) => {
    if (params.id !== ctx.caller.patientId) throw ctx.fail("not_found");
    const found = await firstPurchase(ctx.db, params.id, params.productid);
    return {
      productid: params.productid,
      purchasedat: found?.placedAt.toISOString() ?? null,
      orderid: found?.orderId ?? null,
    };
  },
} satisfies Partial<Handlers<typeof followup>>;
