import { usedReferralCode } from "#server/onboarding/public.ts";
import { shipsToAddressOf, isFirstPaidOrder } from "#server/orders/public.ts";
import { haveSameCard } from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { insertReward, lockReferralCode, findReferrer } from "./referral-queries.ts";
import {
  insertReferralDisqualification,
  isReferralDisqualified,
  firstOfNextMonth,
  rewardedFriends,
} from "./reward-queries.ts";

/** Maximum length of the chain of referrals followed; a longer circle is not made on purpose. */
const maxChainLength = 50;

/** Whether a patient was referred by another one, directly or through others. */
async function wasReferredBy(db: Database, patientId: string, referrerId: string): Promise<boolean> {
  let current: string | undefined = patientId;
  for (let depth = 0; depth < maxChainLength && current !== undefined; depth += 1) {
    const code: string | null = await usedReferralCode(db, current);
    current = code === null ? undefined : await findReferrer(db, code);
    if (current === referrerId) return true;
  }
  return false;
}

/**
 * Records a reward for the referrer when a friend's first order is paid. It is granted on the first of the next month (grant-rewards.ts),
 * so that no date reveals who ordered. Idempotent, also under concurrent calls. An order that is only authorized or was refunded earns
 * none, nor does the referrer's own order in disguise; that is decided once.
 */
export function rewardReferral(
  services: Services,
  { orderId, patientId: friendId }: { readonly orderId: string; readonly patientId: string },
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const code = await usedReferralCode(tx.db, friendId);
    if (code === null || !(await isFirstPaidOrder(tx.db, { orderId, patientId: friendId }))) return;
    if (await isReferralDisqualified(tx.db, friendId)) return;
    const referrerId = await findReferrer(tx.db, code);
    if (referrerId === undefined) return;
    const disqualification = await disqualificationReason(tx, { orderId, friendId, senderId: referrerId });
    if (disqualification !== null) {
      await insertReferralDisqualification(tx.db, {
        orderId,
        friendId,
        reason: disqualification,
        now: services.clock.now(),
      });
      services.log.info({ order: orderId, doubt: disqualification }, "a referral brings no reward");
      return;
    }
    await recordReward(tx, { orderId, friendId, patientId: referrerId });
  });
}

interface ReferralOrder {
  readonly orderId: string;
  readonly friendId: string;
  readonly patientId: string;
}

async function recordReward(services: TxServices, { orderId, friendId, patientId }: ReferralOrder): Promise<void> {
  const dueOn = firstOfNextMonth(clinicToday(services));
  await insertReward(services.db, { patientId, friendId, orderId, dueOn, now: services.clock.now() });
}

/** Why both sides may be one person, or several friends one person; null when nothing suggests it. Serializes the friends of one referrer. */
async function disqualificationReason(
  services: TxServices,
  {
    orderId,
    friendId,
    senderId: referrerId,
  }: Pick<ReferralOrder, "orderId" | "friendId"> & { readonly senderId: string },
): Promise<string | null> {
  if (referrerId === friendId) return "own code";
  await lockReferralCode(services.db, referrerId);
  if (await wasReferredBy(services.db, referrerId, friendId)) return "each came with a code of the other";
  for (const otherId of [referrerId, ...(await rewardedFriends(services.db, referrerId))]) {
    if (otherId === friendId) continue;
    if (await haveSameCard(services.db, friendId, otherId)) return "same card";
    if (await shipsToAddressOf(services, orderId, otherId)) return "same address";
  }
  return null;
}
