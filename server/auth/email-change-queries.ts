import type { Database, Tx } from "#server/platform/database/open.ts";

export async function insertEmailChange(
  db: Database,
  change: { hash: Buffer; patientId: string; newEmail: string; expiresAt: Date },
): Promise<void> {
  const { hash, patientId, newEmail, expiresAt } = change;
  await db
    .insertInto("email_change")
    .values({ code_hash: hash, patient_id: patientId, new_email: newEmail, expires_at: expiresAt })
    .execute();
}

/** The change a code stands for, with the account's current state, unless it was closed; locks the patient's row. */
export async function lockEmailChange(tx: Tx, hash: Buffer) {
  return tx
    .selectFrom("email_change")
    .innerJoin("patient", "patient.id", "email_change.patient_id")
    .select(["patient.id", "patient.email", "patient.firstname", "new_email", "expires_at", "used_at"])
    .where("code_hash", "=", hash)
    .where("closed_at", "is", null)
    .forUpdate("patient")
    .executeTakeFirst();
}

/** Sets the confirmed e-mail and voids all other changes the patient requested. */
export async function applyEmailChange(tx: Tx, patientId: string, newEmail: string, now: Date): Promise<void> {
  await tx
    .updateTable("patient")
    .set({ email: newEmail, email_verified_at: now })
    .where("id", "=", patientId)
    .execute();
  await tx
    .updateTable("email_change")
    .set({ used_at: now })
    .where("patient_id", "=", patientId)
    .where("used_at", "is", null)
    .execute();
}
