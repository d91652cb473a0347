import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";

/** A consent text and its version. */
export interface ConsentVersion {
  readonly id: string;
  readonly version: string;
}

export interface GivenConsent extends ConsentVersion {
  readonly givenAt: Date;
}

/** Records the patient's consents as given now. Every one is kept. */
export async function recordConsents(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
  consents: readonly ConsentVersion[],
): Promise<void> {
  if (consents.length === 0) return;
  const given_at = clock.now();
  const rows = consents.map(({ id, version }) => ({
    id: newId(),
    patient_id: patientId,
    consent_id: id,
    version,
    given_at,
  }));
  await db.insertInto("consent").values(rows).execute();
}

/** Each consent the patient gave, in its latest version. */
export async function latestConsents(
  { db }: { readonly db: Database },
  patientId: string,
): Promise<readonly GivenConsent[]> {
  const rows = await db
    .selectFrom("consent")
    .distinctOn("consent_id")
    .select(["consent_id", "version", "given_at"])
    .where("patient_id", "=", patientId)
    .orderBy("consent_id")
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({ id: row.consent_id, version: row.version, givenAt: row.given_at }));
}

/** Every consent the patient gave, newest first, up to `limit`. */
export async function givenConsents(db: Database, patientId: string, limit: number): Promise<readonly GivenConsent[]> {
  const rows = await db
    .selectFrom("consent")
    .select(["consent_id", "version", "given_at"])
    .where("patient_id", "=", patientId)
    .orderBy("given_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.consent_id, version: row.version, givenAt: row.given_at }));
}

/** Records that the patient accepted the new terms and returns when; accepting the same version again changes nothing. */
export function recordTermsAcceptance(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
  terms: ConsentVersion,
): Promise<Date> {
  return inTransaction({ db }, async ({ db: tx }) => {
    const { accepted_new_terms_at: acceptedAt } = await tx
      .selectFrom("patient")
      .select("accepted_new_terms_at")
      .where("id", "=", patientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const givenConsent = (await latestConsents({ db: tx }, patientId)).find(({ id }) => id === terms.id);
    if (acceptedAt !== null && givenConsent?.version === terms.version) return acceptedAt;
    const now = clock.now();
    await recordConsents({ db: tx, clock }, patientId, [terms]);
    await tx.updateTable("patient").set({ accepted_new_terms_at: now }).where("id", "=", patientId).execute();
    return now;
  });
}
