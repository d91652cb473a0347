import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { termsAreOutdated, writeSearchTerms } from "./patient-search.ts";
import { type PatientDeps, toPatient } from "./patients.ts";

/** Patients whose terms are written in one transaction, which they wait for if they change meanwhile. */
const batchSize = 100;

/** Writes what patients are found by that another feature keeps. */
type WriteOthers = (services: Omit<PatientDeps, "db"> & { readonly db: Tx }, ids: readonly string[]) => Promise<void>;

/** Writes what all patients are found by anew, in batches; nodes may serve meanwhile. Returns the number of patients. */
export async function rebuildSearchTerms(services: PatientDeps, writeOthers: WriteOthers): Promise<number> {
  let count = 0;
  let batch = await rebuildBatch(services, writeOthers, null);
  while (batch.length > 0) {
    count += batch.length;
    batch = await rebuildBatch(services, writeOthers, batch.at(-1) ?? null);
  }
  return count;
}

/** The patients after this one, by id; returns their ids. */
const rebuildBatch = (services: PatientDeps, writeOthers: WriteOthers, after: string | null): Promise<string[]> =>
  inTransaction(services, async ({ db, secrets }) => {
    const rows = await db
      .selectFrom("patient")
      .selectAll()
      .where((patients) => patients.and(after === null ? [] : [patients("id", ">", after)]))
      .orderBy("id")
      .limit(batchSize)
      // Waits for whoever is changing one of them, and makes the next one wait.
      .forNoKeyUpdate()
      .execute();
    for (const row of rows) await writeSearchTerms({ db, secrets }, toPatient(row, secrets));
    const ids = rows.map(({ id }) => id);
    await writeOthers({ db, secrets }, ids);
    return ids;
  });

/** Writes the terms anew that an earlier version wrote, in batches, while nodes of either version serve. */
export const defineSearchIndexJob = (jobs: Jobs, services: PatientDeps): void =>
  jobs.define("auth.search_index", async () => void (await indexPatients(services)), { cron: "*/5 * * * *" });

/** Returns the number of patients whose terms were of another version. */
export async function indexPatients(services: PatientDeps): Promise<number> {
  let count = 0;
  let batch = await indexBatch(services, null);
  while (batch.length > 0) {
    count += batch.length;
    batch = await indexBatch(services, batch.at(-1) ?? null);
  }
  return count;
}

/** The outdated ones after this patient, by id; returns their ids. */
const indexBatch = (services: PatientDeps, after: string | null): Promise<string[]> =>
  inTransaction(services, async ({ db, secrets }) => {
    const rows = await db
      .selectFrom("patient")
      .selectAll()
      .where((patients) => termsAreOutdated(secrets, patients.ref("patient.id")))
      .where((patients) => patients.and(after === null ? [] : [patients("id", ">", after)]))
      .orderBy("id")
      .limit(batchSize)
      .forNoKeyUpdate()
      .execute();
    for (const row of rows) await writeSearchTerms({ db, secrets }, toPatient(row, secrets));
    return rows.map(({ id }) => id);
  });
