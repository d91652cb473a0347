import type * as z from "zod/mini";
import type { Coupon } from "#contract/growth/promo.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { lockFollowup, requireOwnCode } from "./claim.ts";
import { earnFollowupDiscount } from "./complete.ts";

interface AppliedCoupon {
  readonly message: string;
  readonly coupon: z.output<typeof Coupon>;
}

/**
 * Applies the discount of a completed follow-up by its own code. The discount was earned when the follow-up was completed, so a repeat, from
 * any device, gives nothing twice and returns the same.
 */
export const applyCoupon = (
  services: Services & Refuses<"coupon_not_applicable" | "coupon_not_found" | "wrong_state">,
  patientId: string,
  id: string,
  code: string,
): Promise<AppliedCoupon> =>
  inTransaction(services, async (tx) => {
    const row = await lockFollowup(tx, patientId, id);
    await requireOwnCode(tx, row, code);
    if (row.status !== "COMPLETED")
      throw services.refuse("wrong_state", { message: sentence("followup.finish_first") });
    const reward = await earnFollowupDiscount(tx, row);
    if (!reward) throw services.refuse("coupon_not_applicable");
    const percent = String(reward.percent);
    const description = toText(tx.content, sentence("followup.discount_description", { percent }));
    return {
      message: toText(tx.content, sentence("followup.discount_applied", { percent })),
      coupon: { couponid: reward.code, code: reward.code, description, percent: reward.percent, amount: null },
    };
  });
