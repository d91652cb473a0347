import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { grantRewards } from "./grant-rewards.ts";

/** Hourly, once it is day in every time zone of the practice: grants due rewards; one that failed is retried in the next round. */
export function defineRewardJobs(jobs: Jobs, services: Services): void {
  jobs.define("growth.give-rewards", () => grantRewards(services), { cron: "13 12-23 * * *" });
}
