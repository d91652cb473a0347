import { saveUsedReferralCode, lockUsedReferralCode } from "#server/onboarding/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { revokeWelcomeDiscounts, earnDiscount, hasOrdered, lockOrdersOf } from "#server/store/public.ts";
import { referralRewardsOf } from "./reward-terms.ts";
import { findReferrer } from "./referral-queries.ts";

/** A code as it was made, in any case and with spaces around. */
const normalizeCode = (code: string): string => code.trim().toUpperCase();

/**
 * Who a code is of, for somebody who may come with it; null for a visitor. Refuses with `referral_not_found` and `referral_own`. That
 * its owner came by a code of hers is not said, as it would tell her who did; there is no reward then.
 */
export async function findReferrerOf(
  db: Database,
  enteredCode: string,
  friendId: string | null,
): Promise<{ readonly patientId: string; readonly code: string }> {
  const code = normalizeCode(enteredCode);
  const patientId = await findReferrer(db, code);
  if (patientId === undefined) throw new Refusal("referral_not_found");
  if (patientId === friendId) throw new Refusal("referral_own");
  return { patientId, code };
}

/**
 * She comes with a friend's code, instead of the one she had: its welcome waits for an order. Returns the code. Refuses as
 * `senderOf`, and with `step_completed` once she has ordered. In the transaction of the caller.
 */
export async function applyReferralCode(services: TxServices, friendId: string, enteredCode: string): Promise<string> {
  const { db, clock, content } = services;
  const previousCode = await lockUsedReferralCode(db, friendId);
  await lockOrdersOf(db, friendId);
  const { code } = await findReferrerOf(db, enteredCode, friendId);
  if (previousCode === code) return code;
  if (await hasOrdered(db, friendId)) throw new Refusal("step_completed");
  await saveUsedReferralCode(services, friendId, code);
  await revokeWelcomeDiscounts(db, friendId, code);
  const { gift } = referralRewardsOf(content).friend;
  await earnDiscount(db, { patientId: friendId, source: "friend", sourceId: code, code, now: clock.now(), ...gift });
  return code;
}
