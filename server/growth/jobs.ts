import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { dayMs } from "./invitation-rules.ts";
import { forgetInvitations } from "./referral-queries.ts";

/** Queues of this room: addresses of friends are forgotten after the days the practice set. */
export function defineGrowthJobs(jobs: Jobs, { db, clock, content }: Services): void {
  const keptMs = content.referral.invitations.forgetafterdays * dayMs;
  jobs.define(
    "growth.forget-invitations",
    async () => void (await forgetInvitations(db, new Date(clock.now().getTime() - keptMs))),
    { cron: "41 3 * * *" },
  );
}
