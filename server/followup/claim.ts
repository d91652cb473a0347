import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { presentCheck } from "./check.ts";
import { findCode } from "./codes.ts";
import { completeReview } from "./complete.ts";
import { changeReview, lockReviews, reviewOf, type ReviewRow } from "./queries.ts";
import { loadReview } from "./review.ts";
import { readAfter } from "./stops.ts";

/** One of hers under the lock of her reviews; `not_found` for any other. */
export async function lockReview({ db }: TxServices, patientId: string, id: string): Promise<ReviewRow> {
  await lockReviews(db, patientId);
  const row = await reviewOf(db, patientId, id);
  if (!row) throw new Refusal("not_found");
  return row;
}

/** She has opened it: noted once. */
export const noteClaimed = ({ db, clock }: TxServices, row: ReviewRow): Promise<ReviewRow> | ReviewRow =>
  row.status === "SENT" ? changeReview(db, row, { status: "CLAIMED", claimed_at: clock.now() }) : row;

interface Opened {
  readonly code: string | null;
  /** The rule of a stop she has read. */
  readonly read: string | null;
}

/** Notes that she opened the review, and what she has read; answers where she goes on. A code that came with it must be its own. */
export const claimReview = (parts: Services, patientId: string, id: string, { code, read }: Opened) =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const row = await lockReview(inTx, patientId, id);
    if (code !== null) await requireOwnCode(inTx, row, code);
    let claimed = await noteClaimed(inTx, row);
    const review = await loadReview(inTx, claimed);
    if (read !== null) claimed = await changeReview(tx, claimed, { stops_read: readAfter(review, read) });
    // The questions left were taken out of the content since.
    if (review.walk.over) claimed = await completeReview(inTx, claimed);
    return presentCheck(inTx, { ...review, row: claimed });
  });

/** Refuses a code that this deployment does not have (`coupon_not_found`), or that is another review's (`coupon_not_applicable`). */
export async function requireOwnCode({ db }: TxServices, { code: own }: ReviewRow, code: string): Promise<void> {
  const found = await findCode(db, code);
  if (!found) throw new Refusal("coupon_not_found");
  if (found.code !== own)
    throw new Refusal("coupon_not_applicable", {
      message: "This code belongs to another review. Your answers are safe.",
    });
}
