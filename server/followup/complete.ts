import type { TxServices } from "#server/platform/services.ts";
import { answerMessagesOf } from "#server/messages/public.ts";
import { earnDiscount } from "#server/store/public.ts";
import { findCode, type FollowupCode } from "./discount-codes.ts";
import { updateFollowup, findFollowup, type FollowupRow } from "./queries.ts";

/**
 * The review is over: its messages are answered, its discount is hers, and a doctor is to read it. The caller holds the lock of her
 * reviews; for one that is over already nothing changes.
 */
export async function completeFollowup(services: TxServices, row: FollowupRow): Promise<FollowupRow> {
  if (row.status === "COMPLETED") return row;
  const { db, clock } = services;
  const now = clock.now();
  const done = await updateFollowup(db, row, {
    status: "COMPLETED",
    claimed_at: row.claimed_at ?? now,
    completed_at: now,
    // What she told in it before, and nobody read, waits since then.
    told_at: row.closed_at === null ? (row.told_at ?? now) : now,
    closed_at: null,
  });
  await answerMessagesOf(services, row.patient_id, row.id);
  await earnFollowupDiscount(services, done);
  return done;
}

/** Every message of the review is answered: it is over. The caller holds the lock of her reviews. */
export async function completeAnsweredFollowup(
  services: TxServices,
  patientId: string,
  followupId: string,
): Promise<void> {
  const row = await findFollowup(services.db, patientId, followupId);
  if (row) await completeFollowup(services, row);
}

/** Keeps the discount of a completed review for a later order of hers, once; what it is, or null for a review without one. */
export async function earnFollowupDiscount({ db, clock }: TxServices, row: FollowupRow): Promise<FollowupCode | null> {
  const found = row.code === null ? undefined : await findCode(db, row.code);
  if (!found) return null;
  const { code, percent } = found;
  await earnDiscount(db, {
    patientId: row.patient_id,
    source: "followup",
    sourceId: row.id,
    code,
    percent,
    now: clock.now(),
  });
  return found;
}
