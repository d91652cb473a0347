import { earnDiscount } from "#server/discounts/public.ts";
import { notify } from "#server/notifications/public.ts";
import { isPaid, orderById } from "#server/orders/public.ts";
import { mergedInto } from "#server/persons/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services } from "#server/platform/services.ts";
import { deleteReward, findDueRewards, lockDueReward, markRewardGranted } from "./reward-queries.ts";
import { referralRewardsOf } from "./reward-terms.ts";

/**
 * Grants the rewards due by the practice's day, each once even across concurrent nodes: the discount, and an in-app notification that names
 * nobody. One whose order was refunded since is deleted.
 */
export async function grantRewards(services: Services): Promise<void> {
  const today = clinicToday(services);
  await processEach(services.log, "reward", await findDueRewards(services.db, today), (id) =>
    grantReward(services, id),
  );
}

const grantReward = (services: Services, id: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const now = services.clock.now();
    const reward = await lockDueReward(tx.db, id);
    if (!reward) return;
    const { patient_id: senderId, friend_id: friendId, order_id: orderId } = reward;
    const order = await orderById(tx.db, orderId);
    if (!order || !isPaid(order.status)) return deleteReward(tx.db, id);
    await markRewardGranted(tx.db, id, now);
    // Of two accounts that became one, the one that goes on.
    const goesOn = await mergedInto(tx.db, senderId);
    const patientId = goesOn ?? senderId;
    const earned = { patientId, earnedBy: goesOn && senderId, source: "referral", sourceId: friendId } as const;
    const { gift, words } = referralRewardsOf(services.content).own;
    await earnDiscount(tx.db, { ...earned, code: "THANKYOU", now, ...gift });
    await notify(tx, { patientId, template: "referral_reward", values: { reward: words }, dedupeKey: orderId });
  });
