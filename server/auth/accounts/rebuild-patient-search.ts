import { inTransaction } from "#server/platform/database/open.ts";
import { writeSearchTerms } from "./patient-search.ts";
import { type PatientDeps, toPatient } from "./patients.ts";

/** Patients whose terms are written in one transaction. */
const batchSize = 500;

/** Writes what all patients are found by anew, in batches; nodes may serve meanwhile. Returns the number of patients. */
export async function rebuildSearchTerms(services: PatientDeps): Promise<number> {
  let count = 0;
  let batch = await rebuildBatch(services, null);
  while (batch.length > 0) {
    count += batch.length;
    batch = await rebuildBatch(services, batch.at(-1) ?? null);
  }
  return count;
}

/** The patients after this one, by id; returns their ids. */
const rebuildBatch = (services: PatientDeps, after: string | null): Promise<string[]> =>
  inTransaction(services, async ({ db, secrets }) => {
    const rows = await db
      .selectFrom("patient")
      .selectAll()
      .$if(after !== null, (patients) => patients.where("id", ">", after ?? ""))
      .orderBy("id")
      .limit(batchSize)
      // Waits for whoever is changing one of them, and makes the next one wait.
      .forNoKeyUpdate()
      .execute();
    for (const row of rows) await writeSearchTerms({ db, secrets }, toPatient(row, secrets));
    return rows.map(({ id }) => id);
  });
