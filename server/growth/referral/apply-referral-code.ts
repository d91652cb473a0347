import { revokeWelcomeDiscounts, earnDiscount, hasOrdered } from "#server/discounts/public.ts";
import { saveUsedReferralCode, lockUsedReferralCode, usedReferralCode } from "#server/onboarding/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses, refusesAny } from "#server/platform/refusal.ts";
import type { TxServices, Services } from "#server/platform/services.ts";
import { findReferrer } from "./referral-queries.ts";
import { referralRewardsOf } from "./reward-terms.ts";

/** Codes are matched without regard to case and surrounding spaces. */
const normalizeCode = (code: string): string => code.trim().toUpperCase();

/**
 * Whose code this is, for the patient who may use it (`friendId`; null for a visitor). Refuses `referral_not_found` and `referral_own`. It
 * does not refuse a circle of codes, as that would reveal who used the patient's code; such a code earns no reward.
 */
export async function findReferrerOf(
  { db, refuse }: { readonly db: Database } & Refuses<"referral_not_found" | "referral_own">,
  enteredCode: string,
  friendId: string | null,
): Promise<{ readonly patientId: string; readonly code: string }> {
  const code = normalizeCode(enteredCode);
  const patientId = await findReferrer(db, code);
  if (patientId === undefined) throw refuse("referral_not_found");
  if (patientId === friendId) throw refuse("referral_own");
  return { patientId, code };
}

/**
 * Applies a friend's code, in place of the previous one: the welcome discount waits for an order. Returns the code. Refuses as
 * `findReferrerOf`, and with `step_completed` after the first order. Joins the caller's transaction.
 */
export async function applyReferralCode(
  services: TxServices & Refuses<"referral_not_found" | "referral_own" | "step_completed">,
  friendId: string,
  enteredCode: string,
): Promise<string> {
  const { db, clock, content } = services;
  const previousCode = await lockUsedReferralCode(db, friendId);
  await lockPatientOrders(db, friendId);
  const { code } = await findReferrerOf(services, enteredCode, friendId);
  if (previousCode === code) return code;
  if (await hasOrdered(db, friendId)) throw services.refuse("step_completed");
  await saveUsedReferralCode(services, friendId, code);
  await revokeWelcomeDiscounts(db, friendId, code);
  const { gift } = referralRewardsOf(content).friend;
  await earnDiscount(db, { patientId: friendId, source: "friend", sourceId: code, code, now: clock.now(), ...gift });
  return code;
}

/** Applies the code given at sign-up, unless the patient has one by then. An invalid code is ignored. */
export function applySignUpReferral(
  services: Services,
  { patientId, referralcode }: { readonly patientId: string; readonly referralcode: string },
): Promise<void> {
  return inTransaction(services, async (tx) => {
    if ((await usedReferralCode(tx.db, patientId)) !== null) return;
    await applyReferralCode({ ...tx, ...refusesAny }, patientId, referralcode);
  }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
