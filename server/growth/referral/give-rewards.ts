import { notify } from "#server/notifications/public.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { transact } from "#server/platform/database/open.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { earnDiscount, isPaid, orderById } from "#server/store/public.ts";
import { offersOf } from "../referral-offers.ts";
import { dropReward, dueRewards, lockDueReward, markGiven } from "./due-rewards.ts";

/**
 * Gives the rewards that are due by the practice's day, each once, however many nodes do so at once: the discount and a word at the bell
 * that names nobody. One whose order was given back since is dropped.
 */
export async function giveRewards(services: Services): Promise<void> {
  const today = clinicDay(services);
  await sweep(services.log, "reward", await dueRewards(services.db, today), (id) => giveReward(services, id));
}

const giveReward = (services: Services, id: string): Promise<void> =>
  transact(services.db, async (tx) => {
    const parts = { ...services, db: tx };
    const now = services.clock.now();
    const reward = await lockDueReward(tx, id);
    if (!reward) return;
    const { patient_id: patientId, friend_id: friendId, order_id: orderId } = reward;
    const order = await orderById(tx, orderId);
    if (!order || !isPaid(order.status)) return dropReward(tx, id);
    await markGiven(tx, id, now);
    const { gift, words } = offersOf(services.content).own;
    await earnDiscount(tx, { patientId, source: "referral", sourceId: friendId, code: "THANKYOU", now, ...gift });
    await notify(parts, { patientId, template: "referral_reward", values: { reward: words }, dedupeKey: orderId });
  });
