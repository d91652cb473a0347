import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { giveRewards } from "./give-rewards.ts";

/** Each day, after the night in every time zone of the practice: rewards that are due are given. */
export function defineRewardJobs(jobs: Jobs, services: Services): void {
  jobs.define("growth.give-rewards", () => giveRewards(services), { cron: "13 12 * * *" });
}
