import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { writeSearchTerms } from "./patient-search.ts";
import { toPatient } from "./patients.ts";

/** Account with this e-mail, in any letter case. */
export async function accountByEmail(db: Database, email: string) {
  return db
    .selectFrom("patient")
    .select(["id", "email", "password_hash", "firstname"])
    .where("email", "=", email)
    .executeTakeFirst();
}

export async function accountById(db: Database, patientId: string) {
  return db
    .selectFrom("patient")
    .select(["id", "email", "password_hash", "firstname", "closed_at"])
    .where("id", "=", patientId)
    .executeTakeFirstOrThrow();
}

/** Locks the account's row, so that its changes come one after the other; false where the account was closed. */
export async function lockOpenAccount(tx: Tx, patientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("patient")
    .select("closed_at")
    .where("id", "=", patientId)
    .forUpdate()
    .executeTakeFirst();
  return row?.closed_at === null;
}

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly firstname: string | null;
  readonly lastname: string | null;
  readonly nonRxOnly: boolean;
  readonly termsVersion: string | null;
  readonly invitationCode: string | null;
  readonly now: Date;
}

/** Inserts an account; false when the e-mail already has one. */
export async function insertAccount(
  { db, secrets }: { readonly db: Tx; readonly secrets: Secrets },
  account: NewAccount,
): Promise<boolean> {
  const row = await db
    .insertInto("patient")
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      firstname: account.firstname,
      lastname: account.lastname,
      nonrx_only: account.nonRxOnly,
      accepted_terms_version: account.termsVersion,
      invitation_code: account.invitationCode,
      created_at: account.now,
      password_changed_at: account.now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await writeSearchTerms({ db, secrets }, toPatient(row, secrets));
  return row !== undefined;
}

export async function updatePasswordHash(db: Database, patientId: string, hash: string, now: Date): Promise<void> {
  await db
    .updateTable("patient")
    .set({ password_hash: hash, password_changed_at: now })
    .where("id", "=", patientId)
    .execute();
}
