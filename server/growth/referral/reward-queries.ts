import { sql } from "kysely";
import { addMonths } from "#server/platform/clock/calendar-days.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";

/** Orders handled in one round; the rest follows in the next one. */
const batchSize = 200;

/** Whether it was decided that a friend's first order earns no reward. */
export async function isReferralDisqualified(db: Database, friendId: string): Promise<boolean> {
  const disqualification = await db
    .selectFrom("referral_disqualification")
    .select("friend_id")
    .where("friend_id", "=", friendId)
    .executeTakeFirst();
  return disqualification !== undefined;
}

/** Records why a friend's first order earns no reward; the first reason stays. */
export async function insertReferralDisqualification(
  tx: Tx,
  disqualification: {
    readonly orderId: string;
    readonly friendId: string;
    readonly reason: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto("referral_disqualification")
    .values({
      friend_id: disqualification.friendId,
      order_id: disqualification.orderId,
      reason: disqualification.reason,
      disqualified_at: disqualification.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Friends' first orders paid before `paidBefore` whose reward is undecided, newest first; friend by order. Reads tables of other features:
 * the sweep finds orders whose events were lost.
 */
export async function findUndecidedReferralOrders(
  db: Database,
  paidBefore: Date,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; patient_id: string }>`
    select o.id, o.patient_id from onboarding v
      join referral_code c on c.code = v.used_referral_code
      join customer_order o on o.patient_id = v.patient_id
      where v.used_referral_code is not null and o.status in ${orderStates.paid.sql} and o.total_cents > 0
        and o.updated_at <= ${paidBefore}
        and not exists (select from referral_reward r where r.friend_id = v.patient_id)
        and not exists (select from referral_disqualification r where r.friend_id = v.patient_id)
        and not exists (select from customer_order before where before.patient_id = o.patient_id
          and before.status in ${orderStates.wasPaid.sql}
          and (before.placed_at, before.id) < (o.placed_at, o.id))
      order by o.placed_at desc limit ${batchSize}`.execute(db);
  return new Map(rows.map(({ id, patient_id }) => [id, patient_id]));
}

/** The first day of the month after a day, as YYYY-MM-DD. */
export const firstOfNextMonth = (day: string): string => `${addMonths(day, 1).slice(0, 7)}-01`;

/** Rewards that are due by a day and not granted. */
export async function findDueRewards(db: Database, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom("referral_reward")
    .select("id")
    .where("granted_at", "is", null)
    .where("due_on", "<=", day)
    .orderBy("due_on")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks an ungranted reward until the transaction ends; undefined when it is granted or another node holds it. */
export const lockDueReward = (tx: Tx, id: string) =>
  tx
    .selectFrom("referral_reward")
    .select(["patient_id", "friend_id", "order_id"])
    .where("id", "=", id)
    .where("granted_at", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function markRewardGranted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable("referral_reward").set({ granted_at: now }).where("id", "=", id).execute();
}

export async function deleteReward(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("referral_reward").where("id", "=", id).execute();
}

/** The friends whose first orders earned this patient a reward, granted or not. */
export async function rewardedFriends(db: Database, patientId: string): Promise<string[]> {
  const rows = await db.selectFrom("referral_reward").select("friend_id").where("patient_id", "=", patientId).execute();
  return rows.map(({ friend_id }) => friend_id);
}
