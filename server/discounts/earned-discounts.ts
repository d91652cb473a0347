import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { newId } from "#server/platform/ids.ts";

/** What a discount on a later order is from: a follow-up, a referred friend, being referred by a friend, a saved code, a credit of the practice. */
export type DiscountSource = "followup" | "referral" | "friend" | "promo" | "credit";

/** A discount kept for one later order: a percentage, or an amount in cents. */
export type NewEarnedDiscount = {
  readonly patientId: string;
  readonly source: Exclude<DiscountSource, "credit">;
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

/** The discounts the patient's next order may use: credits first, then the earliest. */
export async function availableDiscounts(db: Database, patientId: string): Promise<AvailableDiscount[]> {
  return (await availableDiscountRows(db, patientId).execute()).map(toAvailableDiscount);
}

export const availableDiscountRows = (db: Database, patientId: string) =>
  db
    .selectFrom("earned_discount")
    .select(["id", "source", "code", "percent", "amount_cents"])
    .where("patient_id", "=", patientId)
    .where("order_id", "is", null)
    .where("withdrawn_at", "is", null)
    .orderBy((row) => row("source", "=", "credit"), "desc")
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

/** What an order that takes `usedCents` off leaves of a discount: of a credit the rest, of anything else nothing. */
export function restOfDiscount({ source, amountCents }: AvailableDiscount, usedCents: number): number {
  return source === "credit" && amountCents !== null ? amountCents - usedCents : 0;
}

/** What is available after an order that takes `usedCents` off with one of them. */
export const availableAfter = (
  available: readonly AvailableDiscount[],
  { discount, usedCents }: { readonly discount: AvailableDiscount; readonly usedCents: number },
): AvailableDiscount[] =>
  available.flatMap((each) => {
    if (each.id !== discount.id) return [each];
    const rest = restOfDiscount(each, usedCents);
    return rest > 0 ? [{ ...each, amountCents: rest }] : [];
  });

/**
 * Marks a discount as used by an order, in the order's transaction; the caller holds the patient's order lock. What the order doesn't use of a credit is kept
 * for a later one.
 */
export async function redeemEarnedDiscount(
  tx: Tx,
  use: {
    readonly discount: AvailableDiscount;
    readonly usedCents: number;
    readonly orderId: string;
    readonly now: Date;
  },
): Promise<void> {
  const rest = restOfDiscount(use.discount, use.usedCents);
  const used = await tx
    .updateTable("earned_discount")
    .set({ order_id: use.orderId, used_at: use.now, ...(rest > 0 && { amount_cents: use.usedCents }) })
    .where("id", "=", use.discount.id)
    .where("order_id", "is", null)
    .where("withdrawn_at", "is", null)
    .returning(["patient_id", "source_id", "code", "earned_at", "earned_by", "credit_id"])
    .executeTakeFirstOrThrow();
  if (rest === 0) return;
  const id = newId();
  await tx
    .insertInto("earned_discount")
    .values({ ...used, id, source: "credit", source_id: `${used.credit_id}/${id}`, amount_cents: rest })
    .execute();
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
