import type { Database, Tx } from "#server/platform/database/open.ts";

/** The first day of the month after a day, as YYYY-MM-DD. */
export function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** Rewards that are due by a day and not granted. */
export async function findDueRewards(db: Database, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom("referral_reward")
    .select("id")
    .where("given_at", "is", null)
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
    .where("given_at", "is", null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();

export async function markRewardGranted(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable("referral_reward").set({ given_at: now }).where("id", "=", id).execute();
}

export async function deleteReward(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("referral_reward").where("id", "=", id).execute();
}

/** The friends whose first orders earned this patient a reward, granted or not. */
export async function rewardedFriends(db: Database, patientId: string): Promise<string[]> {
  const rows = await db.selectFrom("referral_reward").select("friend_id").where("patient_id", "=", patientId).execute();
  return rows.map(({ friend_id }) => friend_id);
}
