import { usedReferralCode } from "#server/onboarding/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { findReferrer } from "./referral-queries.ts";

/** Friends of friends that are looked at; a longer way round is nobody's doing. */
const maxChainLength = 50;

/** Whether a patient was sent by another one, or by somebody she sent, and so on. */
export async function wasReferredBy(db: Database, patientId: string, referrerId: string): Promise<boolean> {
  let current: string | undefined = patientId;
  for (let depth = 0; depth < maxChainLength && current !== undefined; depth += 1) {
    const code: string | null = await usedReferralCode(db, current);
    current = code === null ? undefined : await findReferrer(db, code);
    if (current === referrerId) return true;
  }
  return false;
}
