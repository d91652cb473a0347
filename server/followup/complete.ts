import { earnDiscount } from "#server/discounts/public.ts";
import { markFollowupMessagesAnswered } from "#server/messages/public.ts";
import type { TxServices } from "#server/platform/services.ts";
import { findCode, type FollowupCode } from "./discount-codes.ts";
import { updateFollowup, findFollowup, type FollowupRow, isInterrupted } from "./queries.ts";

/**
 * Completes a follow-up: its messages are marked as answered, its discount is earned, and a doctor is to read it. The caller holds the lock of
 * the patient's follow-ups, and none of its emergencies is unread. Changes nothing if it is already complete.
 */
export async function completeFollowup(services: TxServices, row: FollowupRow): Promise<FollowupRow> {
  if (row.status === "COMPLETED") return row;
  const { db, clock } = services;
  const now = clock.now();
  const done = await updateFollowup(db, row, {
    status: "COMPLETED",
    claimed_at: row.claimed_at ?? now,
    completed_at: now,
    awaiting_doctor_since: now,
    closed_at: null,
  });
  await markFollowupMessagesAnswered(services, row.patient_id, row.id);
  await earnFollowupDiscount(services, done);
  return done;
}

/** Completes a follow-up all of whose messages are answered; not while an emergency interrupts it. The caller holds the lock of the patient's follow-ups. */
export async function completeAnsweredFollowup(
  services: TxServices,
  patientId: string,
  followupId: string,
): Promise<void> {
  const row = await findFollowup(services.db, patientId, followupId);
  if (row && !isInterrupted(row)) await completeFollowup(services, row);
}

/** Earns the discount of a completed follow-up for a later order, once. Returns the discount; null for a follow-up without a code. */
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
