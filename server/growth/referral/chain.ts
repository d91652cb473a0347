import { usedReferralCode } from "#server/onboarding/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { findReferrer } from "./referral-queries.ts";

/** Maximum length of the chain of referrals followed; a longer circle is not made on purpose. */
const maxChainLength = 50;

/** Whether a patient was referred by another one, directly or through others. */
export async function wasReferredBy(db: Database, patientId: string, referrerId: string): Promise<boolean> {
  let current: string | undefined = patientId;
  for (let depth = 0; depth < maxChainLength && current !== undefined; depth += 1) {
    const code: string | null = await usedReferralCode(db, current);
    current = code === null ? undefined : await findReferrer(db, code);
    if (current === referrerId) return true;
  }
  return false;
}
