import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";

export interface Assignment {
  readonly experiment: string;
  readonly variant: string;
}

/** Serializes the assignment of a patient's variants until the transaction ends. */
export async function lockAssignments(tx: Tx, patientId: string): Promise<void> {
  await acquireAdvisoryLock(tx, `experiments of ${patientId}`);
}

export const assignmentsOf = (db: Database, patientId: string): Promise<Assignment[]> =>
  db
    .selectFrom("experiment_assignment")
    .select(["experiment", "variant"])
    .where("patient_id", "=", patientId)
    .execute();

/** Hands a browser's variant to the patient who signed up with it; null when there is none or it belongs to a patient already. */
export async function adoptVisitorAssignment(
  db: Database,
  { experiment, subject, patientId }: { experiment: string; subject: string; patientId: string },
): Promise<string | null> {
  const adopted = await db
    .updateTable("experiment_assignment")
    .set({ patient_id: patientId })
    .where("experiment", "=", experiment)
    .where("subject", "=", subject)
    .where("patient_id", "is", null)
    .returning("variant")
    .executeTakeFirst();
  return adopted?.variant ?? null;
}

/** Stores a variant unless the subject has one; returns the stored one, which may be a concurrent request's, with its patient. */
export async function ensureAssignment(
  db: Database,
  assignment: Assignment & { readonly subject: string; readonly patientId: string | null; readonly now: Date },
): Promise<{ readonly variant: string; readonly patientId: string | null }> {
  const { experiment, subject, variant, patientId: patient_id, now: assigned_at } = assignment;
  await db
    .insertInto("experiment_assignment")
    .values({ experiment, subject, variant, patient_id, assigned_at })
    .onConflict((conflict) => conflict.columns(["experiment", "subject"]).doNothing())
    .execute();
  const stored = await db
    .selectFrom("experiment_assignment")
    .select(["variant", "patient_id"])
    .where("experiment", "=", experiment)
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  return { variant: stored.variant, patientId: stored.patient_id };
}

/** Deletes variants assigned before `before` to visitors who never signed up. */
export async function deleteVisitorAssignmentsBefore(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom("experiment_assignment")
    .where("patient_id", "is", null)
    .where("assigned_at", "<", before)
    .execute();
}
