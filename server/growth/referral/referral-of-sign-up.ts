import { usedReferralCode } from "#server/onboarding/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { applyReferralCode } from "./apply-referral-code.ts";

/** She signed up with a friend's code: it counts unless she has another one by now. A code that is none is left. */
export function applySignUpReferral(
  services: Services,
  { patientId, referralcode }: { readonly patientId: string; readonly referralcode: string },
): Promise<void> {
  return inTransaction(services.db, async (db) => {
    if ((await usedReferralCode(db, patientId)) !== null) return;
    await applyReferralCode({ ...services, db }, patientId, referralcode);
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
