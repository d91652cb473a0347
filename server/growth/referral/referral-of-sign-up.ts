import { usedReferralCode } from "#server/onboarding/public.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { useReferral } from "./use-referral.ts";

/** She signed up with a friend's code: it counts unless she has another one by now. A code that is none is left. */
export function referralOfSignUp(
  services: Services,
  { patientId, referralcode }: { readonly patientId: string; readonly referralcode: string },
): Promise<void> {
  return transact(services.db, async (db) => {
    if ((await usedReferralCode(db, patientId)) !== null) return;
    await useReferral({ ...services, db }, patientId, referralcode);
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
