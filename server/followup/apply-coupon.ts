import type { Coupon } from "#contract/onboarding.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type * as z from "zod/mini";
import { lockReview, requireOwnCode } from "./claim.ts";
import { rewardFor } from "./complete.ts";

interface Applied {
  readonly message: string;
  readonly coupon: z.output<typeof Coupon>;
}

/**
 * The discount of a completed review, by its own code. It became hers when the review was completed, so a repeat, from whichever device,
 * gives nothing twice and answers the same.
 */
export const applyCoupon = (parts: Services, patientId: string, id: string, code: string): Promise<Applied> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const row = await lockReview(inTx, patientId, id);
    await requireOwnCode(inTx, row, code);
    if (row.status !== "COMPLETED")
      throw new Refusal("wrong_state", { message: "Please answer all the questions first." });
    const reward = await rewardFor(inTx, row);
    if (!reward) throw new Refusal("coupon_not_applicable");
    const description = `${reward.percent}% off one order`;
    return {
      message: `${description}, as a thank you. We take it off by itself.`,
      coupon: { couponid: reward.code, code: reward.code, description, percent: reward.percent, amount: null },
    };
  });
