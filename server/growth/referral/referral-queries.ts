import type { Selectable } from "kysely";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";

export type Invitation = Selectable<Tables["referral_invitation"]>;

export async function findReferralCode(db: Database, patientId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("referral_code")
    .select("code")
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return row?.code;
}

/** The patient a code belongs to. */
export async function findReferrer(db: Database, code: string): Promise<string | undefined> {
  const row = await db.selectFrom("referral_code").select("patient_id").where("code", "=", code).executeTakeFirst();
  return row?.patient_id;
}

/** Does nothing when the patient has a code already or the code is taken. */
export const insertReferralCode = (db: Database, row: { patientId: string; code: string; now: Date }) =>
  db
    .insertInto("referral_code")
    .values({ patient_id: row.patientId, code: row.code, created_at: row.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Serializes counting and adding of the patient's invitations. */
export const lockReferralCode = (tx: Tx, patientId: string) =>
  tx.selectFrom("referral_code").select("code").where("patient_id", "=", patientId).forUpdate().executeTakeFirst();

export const findInvitations = (db: Database, patientId: string): Promise<Invitation[]> =>
  db
    .selectFrom("referral_invitation")
    .selectAll()
    .where("patient_id", "=", patientId)
    .orderBy("mailed_at", "desc")
    .orderBy("id", "desc")
    .execute();

/** Serializes counting and adding of mails to one friend, whoever sends them; taken after `lockReferralCode`. */
export const lockInvitedEmail = (tx: Tx, digest: Buffer) =>
  acquireAdvisoryLock(tx, `invited friend ${digest.toString("base64")}`);

/** Invitations sent to an address since `since`, by any patient. */
export async function countInvitationsTo(db: Database, digest: Buffer, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("referral_invitation")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("email_digest", "=", digest)
    .where("mailed_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewInvitation {
  readonly patientId: string;
  readonly digest: Buffer;
  readonly seal: (id: string) => Buffer;
  readonly now: Date;
}

export async function insertInvitation(tx: Tx, { patientId, digest, seal, now }: NewInvitation): Promise<Invitation> {
  const id = newId();
  return tx
    .insertInto("referral_invitation")
    .values({ id, patient_id: patientId, email_digest: digest, email_sealed: seal(id), mailed_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const markInvitationResent = (tx: Tx, id: string, now: Date): Promise<Invitation> =>
  tx
    .updateTable("referral_invitation")
    .set(({ eb }) => ({ mails: eb("mails", "+", 1), mailed_at: now }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteInvitationsBefore = (db: Database, mailedBefore: Date) =>
  db.deleteFrom("referral_invitation").where("mailed_at", "<", mailedBefore).execute();

/** When the patient's rewards were granted, newest first. */
export const findGrantedRewards = (db: Database, patientId: string): Promise<{ granted_at: Date }[]> =>
  db
    .selectFrom("referral_reward")
    .select("granted_at")
    .where("patient_id", "=", patientId)
    .where("granted_at", "is not", null)
    .orderBy("granted_at", "desc")
    .$narrowType<{ granted_at: Date }>()
    .execute();

/** Records the reward of a friend's first order; once per friend. */
export async function insertReward(
  tx: Tx,
  reward: {
    readonly patientId: string;
    readonly friendId: string;
    readonly orderId: string;
    /** The day the reward is granted. */
    readonly dueOn: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto("referral_reward")
    .values({
      id: newId(),
      patient_id: reward.patientId,
      friend_id: reward.friendId,
      order_id: reward.orderId,
      earned_at: reward.now,
      due_on: reward.dueOn,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const insertInvitationOptOut = (db: Database, digest: Buffer, now: Date) =>
  db
    .insertInto("invitation_opt_out")
    .values({ email_digest: digest, opted_out_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export async function hasOptedOut(db: Database, digest: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("invitation_opt_out")
    .select("email_digest")
    .where("email_digest", "=", digest)
    .executeTakeFirst();
  return row !== undefined;
}
