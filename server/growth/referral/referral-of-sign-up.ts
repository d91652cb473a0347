import { usedReferralCode } from "#server/onboarding/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { applyReferralCode } from "./apply-referral-code.ts";

/** Applies the code given at sign-up, unless the patient has one by then. An invalid code is ignored. */
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
