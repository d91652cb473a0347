import type { Database } from "#server/platform/database/open.ts";

export async function insertRecoveryCode(
  db: Database,
  code: { hash: Buffer; patientId: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto("recovery_code")
    .values({ code_hash: code.hash, patient_id: code.patientId, expires_at: code.expiresAt })
    .execute();
}

/** The account a valid code belongs to, if it has this e-mail. */
export async function accountOfRecoveryCode(db: Database, hash: Buffer, email: string, now: Date) {
  return db
    .selectFrom("recovery_code")
    .innerJoin("patient", "patient.id", "recovery_code.patient_id")
    .select(["patient.id", "patient.email", "patient.firstname"])
    .where("code_hash", "=", hash)
    .where("patient.email", "=", email)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses up an unused code, and with it every other code of the patient. */
export async function consumeRecoveryCode(db: Database, hash: Buffer, patientId: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .returning("code_hash")
    .executeTakeFirst();
  if (used) await voidRecoveryCodes(db, patientId, now);
  return used !== undefined;
}

/** Voids every recovery code of the patient. */
export async function voidRecoveryCodes(db: Database, patientId: string, now: Date): Promise<void> {
  await db
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("patient_id", "=", patientId)
    .where("used_at", "is", null)
    .execute();
}

/** Marks the e-mail as verified, because the patient read a mail sent to it. */
export async function markEmailVerified(db: Database, patientId: string, now: Date): Promise<void> {
  await db
    .updateTable("patient")
    .set({ email_verified_at: now })
    .where("id", "=", patientId)
    .where("email_verified_at", "is", null)
    .execute();
}
