import { usedReferralCode } from "#server/onboarding/public.ts";
import { haveSameCard } from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clinic-day.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { shipsToAddressOf, isFirstPaidOrder } from "#server/store/public.ts";
import { wasReferredBy } from "./chain.ts";
import { firstOfNextMonth, rewardedFriends } from "./due-rewards.ts";
import { insertReward, lockReferralCode, findReferrer } from "./referral-queries.ts";
import { insertReferralDisqualification, isReferralDisqualified } from "./reward-queries.ts";

/**
 * A friend's first order is paid: a reward is written down for who sent her, and becomes hers on the first of the next month
 * (give-rewards.ts), so that no day tells who ordered. Told of an order any number of times, and from anywhere at once, it happens once. What is held only or given back brings none; neither does somebody's own order in
 * disguise, and that is decided once.
 */
export function rewardReferral(
  services: Services,
  { orderId, patientId: friendId }: { readonly orderId: string; readonly patientId: string },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const txServices = { ...services, db: tx };
    const code = await usedReferralCode(tx, friendId);
    if (code === null || !(await isFirstPaidOrder(tx, { orderId, patientId: friendId }))) return;
    if (await isReferralDisqualified(tx, friendId)) return;
    const referrerId = await findReferrer(tx, code);
    if (referrerId === undefined) return;
    const disqualification = await disqualificationReason(txServices, { orderId, friendId, senderId: referrerId });
    if (disqualification !== null) {
      await insertReferralDisqualification(tx, {
        orderId,
        friendId,
        reason: disqualification,
        now: services.clock.now(),
      });
      services.log.info({ order: orderId, doubt: disqualification }, "a referral brings no reward");
      return;
    }
    await recordReward(txServices, { orderId, friendId, patientId: referrerId });
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

/**
 * Why it may be one person on both sides, or one friend under many names; null where nothing says so. Friends of one sender are looked at
 * one after the other.
 */
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
