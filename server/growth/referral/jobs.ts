import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services } from "#server/platform/services.ts";
import { grantRewards } from "./grant-rewards.ts";
import { dayMs } from "./invitation-rules.ts";
import { deleteInvitationsBefore } from "./referral-queries.ts";
import { findUndecidedReferralOrders } from "./reward-queries.ts";
import { rewardReferral } from "./reward-referral.ts";

/** An order younger than this is left to its event listeners, in milliseconds. */
const rewardGraceMs = 60_000;

/**
 * Referral jobs: invitations, with friends' addresses, are deleted after the practice's retention, and rewards are recorded for orders
 * whose events were lost.
 */
export function defineGrowthJobs(jobs: Jobs, services: Services): void {
  const { db, clock, content, log } = services;
  const invitationRetentionMs = content.referral.invitations.forgetafterdays * dayMs;
  jobs.define(
    "growth.forget-invitations",
    async () => void (await deleteInvitationsBefore(db, new Date(clock.now().getTime() - invitationRetentionMs))),
    { cron: "41 3 * * *" },
  );
  jobs.define(
    "growth.reward-referrals",
    async () => {
      const undecided = await findUndecidedReferralOrders(db, new Date(clock.now().getTime() - rewardGraceMs));
      await processEach(log, "friend's first order", [...undecided.keys()], (orderId) =>
        rewardReferral(services, { orderId, patientId: undecided.get(orderId) ?? "" }),
      );
    },
    { cron: "*/10 * * * *" },
  );
}

/** Hourly, once it is day in every time zone of the practice: grants due rewards; one that failed is retried in the next round. */
export function defineRewardJobs(jobs: Jobs, services: Services): void {
  jobs.define("growth.give-rewards", () => grantRewards(services), { cron: "13 12-23 * * *" });
}
