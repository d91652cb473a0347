import { sql } from "kysely";
import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Coupon as PublicCoupon } from "#contract/growth/promo.ts";
import type { CouponErrorCode } from "#contract/http/errors.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { earnDiscount, hasOrdered, hasSavedCode, releaseEarnedDiscount } from "./earned-discounts.ts";

export type Coupon = Content["coupons"][number];
type Deps = Pick<Services, "db" | "content" | "clock">;

/**
 * The coupon with this code (case and surrounding spaces ignored) if it is valid today.
 * Refuses with `coupon_not_found` (also before its first day) or `coupon_expired`.
 */
export function findCoupon(
  { content, clock, refuse }: Pick<Deps, "content" | "clock"> & Refuses<"coupon_expired" | "coupon_not_found">,
  code: string,
): Coupon {
  const normalizedCode = code.trim().toUpperCase();
  const today = clinicToday({ content, clock });
  const coupon = content.coupons.find((each) => each.code === normalizedCode);
  if (!coupon || today < coupon.startson) throw refuse("coupon_not_found");
  if (today > coupon.endson) throw refuse("coupon_expired");
  return coupon;
}

/**
 * The coupon with this code if this patient may use it now; others may still use it up first.
 * Also refuses with `coupon_used` and, for codes limited to returning patients or to a first order,
 * with `coupon_not_applicable`.
 */
export async function couponFor(
  services: Deps & Refuses<CouponErrorCode>,
  patientId: string,
  code: string,
): Promise<Coupon> {
  const coupon = findCoupon(services, code);
  const [patientUse, totalUses, isReturning, hasOrderedBefore] = await Promise.all([
    services.db
      .selectFrom("coupon_use")
      .select("order_id")
      .where("code", "=", coupon.code)
      .where("patient_id", "=", patientId)
      .where("released_at", "is", null)
      .executeTakeFirst(),
    services.db.selectFrom("coupon_counter").select("used").where("code", "=", coupon.code).executeTakeFirst(),
    coupon.returningonly ? hasPaidOrder(services.db, patientId) : true,
    coupon.firstorder ? hasOrdered(services.db, patientId) : false,
  ]);
  if (patientUse && patientUse.order_id === null && (await hasSavedCode(services.db, patientId, coupon.code)))
    throw services.refuse("coupon_used", { message: sentence("orders.code_kept_already") });
  if (patientUse || (coupon.totallimit !== undefined && (totalUses?.used ?? 0) >= coupon.totallimit))
    throw services.refuse("coupon_used");
  if (!isReturning) throw services.refuse("coupon_not_applicable");
  if (hasOrderedBefore)
    throw services.refuse("coupon_not_applicable", {
      message: sentence("orders.code_first_order"),
    });
  return coupon;
}

/**
 * Counts one use, in the order's transaction: once per patient and never beyond the limit, else `coupon_used`. Without an order
 * the use is for a later one.
 */
export async function redeemCoupon(
  { db: tx, refuse }: { readonly db: Tx } & Refuses<"coupon_used">,
  coupon: Pick<Coupon, "code" | "totallimit">,
  use: { readonly patientId: string; readonly orderId: string | null; readonly now: Date },
): Promise<void> {
  const limit = coupon.totallimit ?? 2_147_483_647;
  const counted = await sql<{ used: number }>`
    insert into coupon_counter (code, used) values (${coupon.code}, 1)
    on conflict (code) do update set used = coupon_counter.used + 1 where coupon_counter.used < ${limit} returning used`.execute(
    tx,
  );
  if (counted.rows.length === 0) throw refuse("coupon_used");
  const used = await tx
    .insertInto("coupon_use")
    .values({ code: coupon.code, patient_id: use.patientId, order_id: use.orderId, at: use.now })
    .onConflict((conflict) => conflict.columns(["code", "patient_id"]).where("released_at", "is", null).doNothing())
    .returning("code")
    .executeTakeFirst();
  if (!used) throw refuse("coupon_used");
}

/** Gives back the coupon use of an order that came to nothing. Idempotent. */
async function releaseCoupon(tx: Tx, orderId: string, now: Date): Promise<void> {
  const released = await tx
    .updateTable("coupon_use")
    .set({ released_at: now })
    .where("order_id", "=", orderId)
    .where("released_at", "is", null)
    .returning("code")
    .execute();
  for (const { code } of released) {
    await tx
      .updateTable("coupon_counter")
      .set({ used: sql`used - 1` })
      .where("code", "=", code)
      .execute();
  }
}

/** Whether the patient has ever bought something, which makes them a returning patient. */
export async function hasPaidOrder(db: Database, patientId: string): Promise<boolean> {
  const order = await db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "in", orderStates.wasPaid.list)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

export const presentCoupon = (coupon: Coupon): z.output<typeof PublicCoupon> => ({
  couponid: coupon.code,
  code: coupon.code,
  description: coupon.description,
  percent: coupon.percent ?? null,
  amount: coupon.amountcents === undefined ? null : toDollars(coupon.amountcents),
});

/**
 * Saves a returning patient's code for their next charge, which counts as its use; a code saved before stays saved. Refuses as `couponFor`
 * does, and with `coupon_not_applicable` for a code meant for an order the patient places.
 */
export async function saveCoupon(
  services: TxServices & Refuses<CouponErrorCode>,
  patientId: string,
  code: string,
): Promise<Coupon> {
  const { db, clock } = services;
  await lockPatientOrders(db, patientId);
  const coupon = findCoupon(services, code);
  if (await hasSavedCode(db, patientId, coupon.code)) return coupon;
  await couponFor(services, patientId, coupon.code);
  if (!coupon.returningonly)
    throw services.refuse("coupon_not_applicable", {
      message: sentence("orders.code_new_order"),
    });
  const now = clock.now();
  await redeemCoupon(services, coupon, { patientId, orderId: null, now });
  const discount = { patientId, source: "promo", sourceId: coupon.code, code: coupon.code, now } as const;
  const { percent, amountcents } = coupon;
  await earnDiscount(
    db,
    percent === undefined ? { ...discount, amountCents: amountcents ?? 0 } : { ...discount, percent },
  );
  return coupon;
}

/** Releases the discounts of an order that came to nothing, its coupon use and its earned discount. Idempotent. */
export async function releaseOrderDiscounts(tx: Tx, orderId: string, now: Date): Promise<void> {
  await releaseCoupon(tx, orderId, now);
  await releaseEarnedDiscount(tx, orderId);
}
