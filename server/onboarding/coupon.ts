import { couponFor, presentCoupon } from "#server/store/public.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { transact } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { requireUnpaid, type Parts } from "./in-progress.ts";
import { presentRecord } from "./present-record.ts";
import { changeRecord, lockRecord } from "./record-queries.ts";
import type { VisitRecord } from "./visit.ts";

/** Puts a coupon on the visit's order; one at a time. A stopped visit orders nothing. */
export function applyCoupon(parts: Parts, patientId: string, code: string) {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const record = await lockUnpaid(inTx, patientId);
    if (record.stopRuleId !== null) throw new Refusal("coupon_not_applicable");
    const coupon = await couponFor(inTx, patientId, code);
    await changeRecord(tx, patientId, { coupon_code: coupon.code }, parts.clock.now());
    return {
      onboarding: await presentRecord(inTx, { ...record, couponCode: coupon.code }),
      coupon: presentCoupon(coupon),
    };
  });
}

export function removeCoupon(parts: Parts, patientId: string) {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const record = await lockUnpaid(inTx, patientId);
    await changeRecord(tx, patientId, { coupon_code: null }, parts.clock.now());
    return presentRecord(inTx, { ...record, couponCode: null });
  });
}

/** Her record under its lock, stopped or not, while nothing is paid for it. */
async function lockUnpaid({ db }: TxServices, patientId: string): Promise<VisitRecord> {
  const record = await lockRecord(db, patientId);
  if (!record) throw new Refusal("not_found");
  if (record.status === "DONE") throw new Refusal("step_completed");
  await requireUnpaid(db, record);
  return record;
}
