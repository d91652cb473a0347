import type { CouponErrorCode } from "#contract/http/errors.ts";
import { couponFor, presentCoupon } from "#server/discounts/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { requireUnpaid, type Deps } from "../flow/in-progress.ts";
import { updateVisitRecord, lockVisitRecord } from "../flow/record-queries.ts";
import type { VisitRecord } from "../flow/visit.ts";
import { presentVisitRecord } from "../progress/present-visit-record.ts";

/** Puts a coupon on the visit's order, one at a time. A stopped visit has no order. */
export function applyCoupon(
  services: Deps & Refuses<CouponErrorCode | "payment_pending" | "step_completed">,
  patientId: string,
  code: string,
) {
  return inTransaction(services, async (tx) => {
    const record = await lockUnpaidVisitRecord(tx, patientId);
    if (record.stopRuleId !== null) throw services.refuse("coupon_not_applicable");
    const coupon = await couponFor(tx, patientId, code);
    await updateVisitRecord(tx.db, patientId, { coupon_code: coupon.code }, services.clock.now());
    return {
      onboarding: await presentVisitRecord(tx, { ...record, couponCode: coupon.code }),
      coupon: presentCoupon(coupon),
    };
  });
}

export function removeCoupon(services: Deps & Refuses<"payment_pending" | "step_completed">, patientId: string) {
  return inTransaction(services, async (tx) => {
    const record = await lockUnpaidVisitRecord(tx, patientId);
    await updateVisitRecord(tx.db, patientId, { coupon_code: null }, services.clock.now());
    return presentVisitRecord(tx, { ...record, couponCode: null });
  });
}

/** The patient's record under its lock, stopped or not. Refuses while it is being paid for. */
async function lockUnpaidVisitRecord(
  services: TxServices & Refuses<"payment_pending" | "step_completed">,
  patientId: string,
): Promise<VisitRecord> {
  const record = await lockVisitRecord(services.db, patientId);
  if (!record) throw new Refusal("not_found");
  if (record.status === "DONE") throw services.refuse("step_completed");
  await requireUnpaid(services, record);
  return record;
}
