import type { Database, Tx } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { updateVisitRecord, findVisitRecord, lockVisitRecord } from "./visit/record-queries.ts";

/** The referral code she came with; null without one. */
export const usedReferralCode = async (db: Database, patientId: string): Promise<string | null> =>
  (await findVisitRecord(db, patientId))?.referralCode ?? null;

/** The same under the lock of her visit's record, until the transaction ends. */
export const lockUsedReferralCode = async (tx: Tx, patientId: string): Promise<string | null> =>
  (await lockVisitRecord(tx, patientId))?.referralCode ?? null;

export const saveUsedReferralCode = (
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  code: string,
): Promise<void> => updateVisitRecord(db, patientId, { used_referral_code: code }, clock.now());
