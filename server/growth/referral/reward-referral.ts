import { usedReferralCode } from "#server/onboarding/public.ts";
import { shareCard } from "#server/payment/public.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { transact } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { goesTo, isFirstPaid } from "#server/store/public.ts";
import { cameFrom } from "./chain.ts";
import { firstOfNextMonth, rewardedFriends } from "./due-rewards.ts";
import { insertReward, lockCode, ownerOf } from "./queries.ts";
import { insertRefusal, isRefused } from "./reward-queries.ts";

/**
 * A friend's first order is paid: a reward is written down for who sent her, and becomes hers on the first of the next month
 * (give-rewards.ts), so that no day tells who ordered. Told of an order any number of times, and from anywhere at once, it happens once. What is held only or given back brings none; neither does somebody's own order in
 * disguise, and that is decided once.
 */
export function rewardReferral(
  services: Services,
  { orderId, patientId: friendId }: { readonly orderId: string; readonly patientId: string },
): Promise<void> {
  return transact(services.db, async (tx) => {
    const parts = { ...services, db: tx };
    const code = await usedReferralCode(tx, friendId);
    if (code === null || !(await isFirstPaid(tx, { orderId, patientId: friendId }))) return;
    if (await isRefused(tx, friendId)) return;
    const senderId = await ownerOf(tx, code);
    if (senderId === undefined) return;
    const doubt = await doubtOf(parts, { orderId, friendId, senderId });
    if (doubt !== null) {
      await insertRefusal(tx, { orderId, friendId, reason: doubt, now: services.clock.now() });
      services.log.info({ order: orderId, doubt }, "a referral brings no reward");
      return;
    }
    await reward(parts, { orderId, friendId, patientId: senderId });
  });
}

interface Referred {
  readonly orderId: string;
  readonly friendId: string;
  readonly patientId: string;
}

async function reward(parts: TxServices, { orderId, friendId, patientId }: Referred): Promise<void> {
  const dueOn = firstOfNextMonth(clinicDay(parts));
  await insertReward(parts.db, { patientId, friendId, orderId, dueOn, now: parts.clock.now() });
}

/**
 * Why it may be one person on both sides, or one friend under many names; null where nothing says so. Friends of one sender are looked at
 * one after the other.
 */
async function doubtOf(
  parts: TxServices,
  { orderId, friendId, senderId }: Pick<Referred, "orderId" | "friendId"> & { readonly senderId: string },
): Promise<string | null> {
  if (senderId === friendId) return "own code";
  await lockCode(parts.db, senderId);
  if (await cameFrom(parts.db, senderId, friendId)) return "each came with a code of the other";
  for (const otherId of [senderId, ...(await rewardedFriends(parts.db, senderId))]) {
    if (otherId === friendId) continue;
    if (await shareCard(parts.db, friendId, otherId)) return "same card";
    if (await goesTo(parts, orderId, otherId)) return "same address";
  }
  return null;
}
