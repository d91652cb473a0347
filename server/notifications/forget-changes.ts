import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { forgetOldChanges } from "./change-queries.ts";

const batch = 10_000;

/** Declares the nightly queue that forgets changes no screen is told about any more. */
export function defineForgetChangesJob(jobs: Jobs, { db }: Pick<Services, "db">): void {
  jobs.define(
    "notifications.forget-changes",
    async () => {
      while ((await forgetOldChanges(db, batch)) === batch);
    },
    { cron: "41 3 * * *" },
  );
}
