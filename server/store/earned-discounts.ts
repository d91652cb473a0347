import type { Database, Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";

/** What brought a discount on a later order: a review, a friend who came, the friend who sent her, a code she kept. */
export type DiscountSource = "followup" | "referral" | "friend" | "promo";

/** A discount to keep for one later order: a percentage of it, or an amount in cents. */
export type NewEarnedDiscount = {
  readonly patientId: string;
  readonly source: DiscountSource;
  /** What is rewarded: the review, the friend, the invitation's code, the code she kept. */
  readonly sourceId: string;
  /** What the order names. */
  readonly code: string;
  readonly now: Date;
} & ({ readonly percent: number } | { readonly amountCents: number });

/** One that no order has taken. Exactly one of `percent` and `amountCents` is set. */
export interface AvailableDiscount {
  readonly id: string;
  readonly source: DiscountSource;
  readonly code: string;
  readonly percent: number | null;
  readonly amountCents: number | null;
}

/** Keeps a discount for a later order of hers, in the transaction of what earned it. False: it was earned before, and nothing changes. */
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
    })
    .onConflict((conflict) => conflict.columns(["patient_id", "source", "source_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What her next order may take, earliest first. */
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
  source: source as DiscountSource,
  amountCents: amount_cents,
});

/** Whether a code she kept waits for an order. */
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

/** Whether an order of hers is there that has not come to nothing. */
export async function hasOrdered(db: Database, patientId: string): Promise<boolean> {
  const order = await db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "not in", ["pending", "failed", "voided", "cancelled"])
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** Takes back a friend's welcome that no order has taken, unless it is that of `code`. */
export async function revokeWelcomeDiscounts(tx: Tx, patientId: string, code: string): Promise<void> {
  await tx
    .deleteFrom("earned_discount")
    .where("patient_id", "=", patientId)
    .where("source", "=", "friend")
    .where("source_id", "!=", code)
    .where("order_id", "is", null)
    .execute();
}

/** An order takes a waiting discount, in its own transaction; the caller holds the lock of her orders. */
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

/** The discount of an order that came to nothing waits for the next one. */
export async function releaseEarnedDiscount(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("earned_discount")
    .set({ order_id: null, used_at: null })
    .where("order_id", "=", orderId)
    .execute();
}
