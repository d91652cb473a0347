import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { forgetOldChanges } from "#server/platform/realtime/feed/change-queries.ts";

const batchSize = 10_000;

/** Defines the nightly job that deletes changes past their retention. */
export function defineChangeCleanupJob(jobs: Jobs, { db }: Pick<Services, "db">): void {
  jobs.define(
    "notifications.forget-changes",
    async () => {
      while ((await forgetOldChanges(db, batchSize)) === batchSize);
    },
    { cron: "41 3 * * *" },
  );
}
