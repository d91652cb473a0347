import { toDollars } from "#contract/fields/numbers.ts";
import type { growth } from "#contract/growth/calls.ts";
import { couponFor, hasOrdered, saveCoupon, presentCoupon } from "#server/discounts/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { findReferrerOf, applyReferralCode } from "../referral/apply-referral-code.ts";
import { referralRewardsOf } from "../referral/reward-terms.ts";

/** Per network address and hour, so that codes cannot be guessed. */
const codesPerHour = { points: 200, seconds: 3600 };

/** Referral codes, and the practice's promo codes saved for a later charge. */
export const discountHandlers = {
  async checkReferral({ body }, ctx) {
    await ctx.limiter.consume("referral-code", ctx.request.address, codesPerHour);
    const friendId = ctx.caller?.patientId ?? null;
    const { code } = await findReferrerOf(ctx, body.referralcode, friendId);
    if (friendId !== null && (await hasOrdered(ctx.db, friendId)))
      throw ctx.refuse("referral_used", {
        message: sentence("growth.referral_first_order"),
      });
    const { words, gift } = referralRewardsOf(ctx.content).friend;
    return {
      referralcode: code,
      friendreward: words,
      percent: "percent" in gift ? gift.percent : null,
      amount: "amountCents" in gift ? toDollars(gift.amountCents) : null,
    };
  },

  async overwriteReferral({ body }, ctx) {
    await ctx.limiter.consume("referral-code", ctx.request.address, codesPerHour);
    const used = await inTransaction(ctx, (tx) => applyReferralCode(tx, ctx.caller.patientId, body.referralcode));
    return { usedreferralcode: used };
  },

  async validateDiscount({ params, body }, ctx) {
    if (params.id !== ctx.caller.patientId) throw ctx.refuse("not_found");
    return presentCoupon(await couponFor(ctx, params.id, body.promocode));
  },

  async applyPromoCode({ body }, ctx) {
    const coupon = await inTransaction(ctx, (tx) => saveCoupon(tx, ctx.caller.patientId, body.code));
    const kept = sentence("growth.code_kept", { discount: coupon.description });
    return { message: toText(ctx.content, kept), coupon: presentCoupon(coupon) };
  },
} satisfies Pick<
  Handlers<typeof growth>,
  "checkReferral" | "overwriteReferral" | "validateDiscount" | "applyPromoCode"
>;
