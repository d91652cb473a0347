import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { termsAreOutdated, writeSearchTerms } from "./patient-search.ts";
import { type PatientDeps, toPatient } from "./patients.ts";

/** Patients whose terms are written in one transaction, which they wait for if they change meanwhile. */
const batchSize = 100;

/** Writes what patients are found by that another feature keeps. */
type WriteOthers = (services: Omit<PatientDeps, "db"> & { readonly db: Tx }, ids: readonly string[]) => Promise<void>;

/** Writes what all patients are found by anew, in batches; nodes may serve meanwhile. Returns the number of patients. */
export const rebuildSearchTerms = (services: PatientDeps, writeOthers: WriteOthers): Promise<number> =>
  inBatches((after) => writeBatch(services, after, "all", writeOthers));

/** Writes the terms anew that an earlier version wrote, in batches, while nodes of either version serve. */
export const defineSearchIndexJob = (jobs: Jobs, services: PatientDeps): void =>
  jobs.define("auth.search_index", async () => void (await indexPatients(services)), { cron: "*/5 * * * *" });

/** Returns the number of patients whose terms were of another version. */
export const indexPatients = (services: PatientDeps): Promise<number> =>
  inBatches((after) => writeBatch(services, after, "outdated", () => Promise.resolve()));

/** Writes one batch after the other, each after the last id of the one before; returns the number of ids. */
async function inBatches(write: (after: string | null) => Promise<readonly string[]>): Promise<number> {
  let count = 0;
  let batch = await write(null);
  while (batch.length > 0) {
    count += batch.length;
    batch = await write(batch.at(-1) ?? null);
  }
  return count;
}

/** Writes the terms of the patients after this one, by id; returns their ids. */
const writeBatch = (
  services: PatientDeps,
  after: string | null,
  which: "all" | "outdated",
  writeOthers: WriteOthers,
): Promise<string[]> =>
  inTransaction(services, async ({ db, secrets }) => {
    const all = db.selectFrom("patient").selectAll();
    const those =
      which === "all" ? all : all.where((patients) => termsAreOutdated(secrets, patients.ref("patient.id")));
    const rows = await those
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
