import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import { deleteAged } from "../../jobs/delete-aged.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { Services } from "../../services.ts";

/** The contract promises a day. */
const retentionMs = 7 * 24 * 3_600_000;
const batchSize = 1000;

export const idempotencyKeyCleanupQueue = "idempotency.forget-answers";

/** Defines the nightly queue that deletes answers of idempotency keys past their retention. */
export function defineIdempotencyKeyCleanup(jobs: Jobs, services: Pick<Services, "db" | "clock" | "jobs">): void {
  const deleteOld = deleteAged(services, idempotencyKeyCleanupQueue, async (until) => {
    const before = new Date(until.getTime() - retentionMs);
    while ((await deleteOldIdempotencyKeys(services.db, before, batchSize)) === batchSize);
  });
  jobs.define(idempotencyKeyCleanupQueue, deleteOld, { cron: "11 4 * * *" });
}

/** Deletes up to `limit` keys claimed before a time, the oldest first; returns how many. */
export async function deleteOldIdempotencyKeys(db: Database, before: Date, limit: number): Promise<number> {
  const oldKeys = db
    .selectFrom("idempotency_key")
    .select(["owner", "key"])
    .where("started_at", "<", before)
    .orderBy("started_at")
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("idempotency_key")
    .where(sql<boolean>`(owner, key) in (${oldKeys})`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
