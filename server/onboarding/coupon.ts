import { couponFor, presentCoupon } from "#server/store/public.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { recordOf, type Parts } from "./in-progress.ts";
import { presentRecord } from "./present-record.ts";
import { changeRecord } from "./record-queries.ts";

/** Puts a coupon on the visit's order; one at a time. A stopped visit orders nothing. */
export async function applyCoupon(parts: Parts, patientId: string, code: string) {
  const record = await recordOf(parts.db, patientId);
  if (record.status === "DONE") throw new Refusal("step_completed");
  if (record.stopRuleId !== null) throw new Refusal("coupon_not_applicable");
  const coupon = await couponFor(parts, patientId, code);
  await changeRecord(parts.db, patientId, { coupon_code: coupon.code }, parts.clock.now());
  return {
    onboarding: await presentRecord(parts, { ...record, couponCode: coupon.code }),
    coupon: presentCoupon(coupon),
  };
}

export async function removeCoupon(parts: Parts, patientId: string) {
  const record = await recordOf(parts.db, patientId);
  if (record.status === "DONE") throw new Refusal("step_completed");
  await changeRecord(parts.db, patientId, { coupon_code: null }, parts.clock.now());
  return presentRecord(parts, { ...record, couponCode: null });
}
