import { transact, type Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type ConsentVersion, consentsOf, recordConsents } from "./consents.ts";

/** Records that she accepted the new terms, and returns when she did; the version she accepted already changes nothing. */
export function acceptTerms(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
  terms: ConsentVersion,
): Promise<Date> {
  return transact(db, async (tx) => {
    const { accepted_new_terms_at: before } = await tx
      .selectFrom("patient")
      .select("accepted_new_terms_at")
      .where("id", "=", patientId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const given = (await consentsOf({ db: tx }, patientId)).find(({ id }) => id === terms.id);
    if (before !== null && given?.version === terms.version) return before;
    const now = clock.now();
    await recordConsents({ db: tx, clock }, patientId, [terms]);
    await tx.updateTable("patient").set({ accepted_new_terms_at: now }).where("id", "=", patientId).execute();
    return now;
  });
}
