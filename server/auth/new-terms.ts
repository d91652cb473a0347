import { inTransaction, type Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type ConsentVersion, latestConsents, recordConsents } from "./accounts/consents.ts";

/** Records that the patient accepted the new terms and returns when; accepting the same version again changes nothing. */
export function recordTermsAcceptance(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
  terms: ConsentVersion,
): Promise<Date> {
  return inTransaction(db, async (tx) => {
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
