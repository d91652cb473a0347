import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";

/** What earned a discount on a later order: a follow-up, a referred friend, being referred by a friend, a saved code. */
export type DiscountSource = "followup" | "referral" | "friend" | "promo";

/** A discount kept for one later order: a percentage, or an amount in cents. */
export type NewEarnedDiscount = {
  readonly patientId: string;
  readonly source: DiscountSource;
  /** What earned it: the id of the follow-up or the friend, the invitation's code, or the saved code. */
  readonly sourceId: string;
  /** The code shown on the order. */
  readonly code: string;
  readonly now: Date;
  /** The record whose merged account earned it, where that is another one. */
  readonly earnedBy?: string | null;
} & ({ readonly percent: number } | { readonly amountCents: number });

/** A discount no order has used. Exactly one of `percent` and `amountCents` is set. */
export interface AvailableDiscount {
  readonly id: string;
  readonly source: DiscountSource;
  readonly code: string;
  readonly percent: number | null;
  readonly amountCents: number | null;
}

/** Keeps a discount for a later order, in the transaction of what earned it. False if it was earned before; nothing changes then. */
export async function earnDiscount(tx: Tx, discount: NewEarnedDiscount): Promise<boolean> {
  const inserted = await tx
    .insertInto("earned_discount")
    .values({
      id: newId(),
      patient_id: discount.patientId,
      source: discount.source,
      source_id: discount.sourceId,
      code: discount.code,
      percent: "percent" in discount ? discount.percent : null,
      amount_cents: "amountCents" in discount ? discount.amountCents : null,
      earned_at: discount.now,
      earned_by: discount.earnedBy ?? null,
    })
    .onConflict((conflict) => conflict.columns(["patient_id", "source", "source_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The discounts the patient's next order may use, earliest first. */
export async function availableDiscounts(db: Database, patientId: string): Promise<AvailableDiscount[]> {
  return (await availableDiscountRows(db, patientId).execute()).map(toAvailableDiscount);
}

export const availableDiscountRows = (db: Database, patientId: string) =>
  db
    .selectFrom("earned_discount")
    .select(["id", "source", "code", "percent", "amount_cents"])
    .where("patient_id", "=", patientId)
    .where("order_id", "is", null)
    .orderBy("earned_at")
    .orderBy("id");

type AvailableRow = Awaited<ReturnType<ReturnType<typeof availableDiscountRows>["execute"]>>[number];

export const toAvailableDiscount = ({ amount_cents, source, ...row }: AvailableRow): AvailableDiscount => ({
  ...row,
  source: source,
  amountCents: amount_cents,
});

/** Whether a code the patient saved is still unused. */
export async function hasSavedCode(db: Database, patientId: string, code: string): Promise<boolean> {
  const saved = await db
    .selectFrom("earned_discount")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("source", "=", "promo")
    .where("source_id", "=", code)
    .where("order_id", "is", null)
    .executeTakeFirst();
  return saved !== undefined;
}

/** Whether the patient has an order that has not come to nothing. */
export async function hasOrdered(db: Database, patientId: string): Promise<boolean> {
  const order = await db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "not in", orderStates.withoutPurchase.list)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** Revokes an unused friend's welcome, unless it is the one of `code`. */
export async function revokeWelcomeDiscounts(tx: Tx, patientId: string, code: string): Promise<void> {
  await tx
    .deleteFrom("earned_discount")
    .where("patient_id", "=", patientId)
    .where("source", "=", "friend")
    .where("source_id", "!=", code)
    .where("order_id", "is", null)
    .execute();
}

/** Marks a discount as used by an order, in the order's transaction; the caller holds the patient's order lock. */
export async function redeemEarnedDiscount(
  tx: Tx,
  { id, orderId, now }: { readonly id: string; readonly orderId: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable("earned_discount")
    .set({ order_id: orderId, used_at: now })
    .where("id", "=", id)
    .where("order_id", "is", null)
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Makes the discount of an order that came to nothing available again. */
export async function releaseEarnedDiscount(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("earned_discount")
    .set({ order_id: null, used_at: null })
    .where("order_id", "=", orderId)
    .execute();
}

/**
 * Lets the account that goes on use what the one merged into it has earned and not used. Not a friend's welcome, which is for a first order, nor what both
 * have of one source. The caller holds the order locks of both.
 */
export async function carryDiscounts(
  tx: Tx,
  { survivingId, retiredId }: { readonly survivingId: string; readonly retiredId: string },
): Promise<void> {
  await tx
    .updateTable("earned_discount as earned")
    .set({ patient_id: survivingId, earned_by: retiredId })
    .where("earned.patient_id", "=", retiredId)
    .where("earned.source", "<>", "friend")
    .where("earned.order_id", "is", null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("earned_discount as own")
            .select("own.id")
            .where("own.patient_id", "=", survivingId)
            .whereRef("own.source", "=", "earned.source")
            .whereRef("own.source_id", "=", "earned.source_id"),
        ),
      ),
    )
    .execute();
}

/** Gives back what of it no order has used, as the two are two accounts again. */
export async function returnDiscounts(tx: Tx, retiredId: string): Promise<void> {
  await tx
    .updateTable("earned_discount")
    .set({ patient_id: retiredId, earned_by: null })
    .where("earned_by", "=", retiredId)
    .where("order_id", "is", null)
    .execute();
}
