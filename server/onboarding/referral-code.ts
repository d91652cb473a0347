import type { Database, Tx } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { changeRecord, findRecord, lockRecord } from "./record-queries.ts";

/** The referral code she came with; null without one. */
export const usedReferralCode = async (db: Database, patientId: string): Promise<string | null> =>
  (await findRecord(db, patientId))?.referralCode ?? null;

/** The same under the lock of her visit's record, until the transaction ends. */
export const lockReferralCode = async (tx: Tx, patientId: string): Promise<string | null> =>
  (await lockRecord(tx, patientId))?.referralCode ?? null;

export const keepReferralCode = (
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  code: string,
): Promise<void> => changeRecord(db, patientId, { used_referral_code: code }, clock.now());
