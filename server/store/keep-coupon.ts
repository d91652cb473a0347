import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { redeemCoupon, type Coupon, couponFor, findCoupon } from "#server/orders/pricing/coupons.ts";
import { earnDiscount, hasSavedCode } from "#server/orders/pricing/earned-discounts.ts";
import { lockPatientOrders as lockOrdersOf } from "#server/platform/database/advisory-lock.ts";

/**
 * Saves a returning patient's code for their next charge, which counts as its use; a code saved before stays saved. Refuses as `couponFor`
 * does, and with `coupon_not_applicable` for a code meant for an order the patient places.
 */
export async function saveCoupon(services: TxServices, patientId: string, code: string): Promise<Coupon> {
  const { db, clock } = services;
  await lockOrdersOf(db, patientId);
  const coupon = findCoupon(services, code);
  if (await hasSavedCode(db, patientId, coupon.code)) return coupon;
  await couponFor(services, patientId, coupon.code);
  if (!coupon.returningonly)
    throw new Refusal("coupon_not_applicable", {
      message: "This code is for a new order in our store. We cannot keep it for your next charge.",
    });
  const now = clock.now();
  await redeemCoupon(db, coupon, { patientId, orderId: null, now });
  const discount = { patientId, source: "promo", sourceId: coupon.code, code: coupon.code, now } as const;
  const { percent, amountcents } = coupon;
  await earnDiscount(
    db,
    percent === undefined ? { ...discount, amountCents: amountcents ?? 0 } : { ...discount, percent },
  );
  return coupon;
}
