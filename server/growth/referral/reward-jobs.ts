import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { grantRewards } from "./grant-rewards.ts";

/** From after the night in every time zone of the practice, each hour: rewards that are due are given, one that failed with the next round. */
export function defineRewardJobs(jobs: Jobs, services: Services): void {
  jobs.define("growth.give-rewards", () => grantRewards(services), { cron: "13 12-23 * * *" });
}
