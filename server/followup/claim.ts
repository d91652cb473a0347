import type * as z from "zod/mini";
import type { FollowupCheck } from "#contract/followup.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { completeFollowup } from "./complete.ts";
import { findCode } from "./discount-codes.ts";
import { stopsReadAfter, loadUnreadStop } from "./findings.ts";
import { loadFollowup, type Deps, type Followup } from "./load-followup.ts";
import {
  updateFollowup,
  lockFollowups,
  findFollowup,
  type FollowupRow,
  findLatestFollowup,
  isInterrupted,
} from "./queries.ts";

type Check = z.output<typeof FollowupCheck>;

const nothingPending: Check = {
  id: null,
  followupstatus: null,
  step: null,
  code: null,
  percent: null,
  stop: null,
  interrupted: false,
};

/**
 * The open follow-up and the step the patient continues at; or the last one, if it is complete or interrupted but has an urgent notice the
 * patient has not read.
 */
export async function checkFollowup(services: Deps, patientId: string): Promise<Check> {
  const row = await findLatestFollowup(services.db, patientId);
  if (!row) return nothingPending;
  const check = await presentCheck(services, await loadFollowup(services, row));
  const isOver = row.status === "COMPLETED" || check.interrupted;
  return isOver && check.stop === null ? { ...nothingPending, interrupted: check.interrupted } : check;
}

/** A follow-up as the check call presents it. */
async function presentCheck(
  services: Pick<Deps, "db" | "content" | "secrets" | "clock">,
  followup: Followup,
): Promise<Check> {
  const { row } = followup;
  const code = row.code === null ? undefined : await findCode(services.db, row.code);
  return {
    id: row.id,
    followupstatus: row.status,
    step: row.status === "COMPLETED" ? null : followup.progress.current,
    code: row.code,
    percent: code?.percent ?? null,
    stop: await loadUnreadStop(services, followup),
    interrupted: isInterrupted(row),
  };
}

/** One of the patient's follow-ups, under the lock of all of them; `not_found` for any other. */
export async function lockFollowup({ db }: TxServices, patientId: string, id: string): Promise<FollowupRow> {
  await lockFollowups(db, patientId);
  const row = await findFollowup(db, patientId, id);
  if (!row) throw new Refusal("not_found");
  return row;
}

/** Marks it as opened, the first time only. */
export const markClaimed = ({ db, clock }: TxServices, row: FollowupRow): Promise<FollowupRow> | FollowupRow =>
  row.status === "SENT" ? updateFollowup(db, row, { status: "CLAIMED", claimed_at: clock.now() }) : row;

interface ClaimInput {
  readonly code: string | null;
  /** The rule of an urgent notice the patient has read. */
  readonly readStopRuleId: string | null;
}

/**
 * Marks the follow-up as opened and saves what the patient has read; returns where they continue. If a code is sent, it must be this
 * follow-up's own.
 */
export const claimFollowup = (
  services: Services & Refuses<"coupon_not_applicable" | "coupon_not_found">,
  patientId: string,
  id: string,
  { code, readStopRuleId }: ClaimInput,
) =>
  inTransaction(services, async (tx) => {
    const row = await lockFollowup(tx, patientId, id);
    if (code !== null) await requireOwnCode(tx, row, code);
    let claimed = await markClaimed(tx, row);
    const followup = await loadFollowup(tx, claimed);
    if (readStopRuleId !== null)
      claimed = await updateFollowup(tx.db, claimed, { emergencies_read: stopsReadAfter(followup, readStopRuleId) });
    // The remaining questions were removed from the content meanwhile.
    if (followup.progress.isComplete && !isInterrupted(claimed)) claimed = await completeFollowup(tx, claimed);
    return presentCheck(tx, { ...followup, row: claimed });
  });

/** Refuses a code that this deployment does not have (`coupon_not_found`) or that belongs to another follow-up (`coupon_not_applicable`). */
export async function requireOwnCode(
  { db, refuse }: TxServices & Refuses<"coupon_not_applicable" | "coupon_not_found">,
  { code: ownCode }: FollowupRow,
  code: string,
): Promise<void> {
  const found = await findCode(db, code);
  if (!found) throw refuse("coupon_not_found");
  if (found.code !== ownCode)
    throw refuse("coupon_not_applicable", {
      message: sentence("followup.other_code"),
    });
}
