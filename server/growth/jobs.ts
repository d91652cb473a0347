import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { dayMs } from "./referral/invitation-rules.ts";
import { forgetInvitations } from "./referral/queries.ts";
import { undecidedOrders } from "./referral/reward-queries.ts";
import { rewardReferral } from "./referral/reward-referral.ts";

/** An order younger than this is left to those who were told of it, in milliseconds. */
const restMs = 60_000;

/**
 * Queues of this room: addresses of friends are forgotten after the days the practice set, and rewards are made good that nobody who was told
 * of the order came to.
 */
export function defineGrowthJobs(jobs: Jobs, services: Services): void {
  const { db, clock, content, log } = services;
  const keptMs = content.referral.invitations.forgetafterdays * dayMs;
  jobs.define(
    "growth.forget-invitations",
    async () => void (await forgetInvitations(db, new Date(clock.now().getTime() - keptMs))),
    { cron: "41 3 * * *" },
  );
  jobs.define(
    "growth.reward-referrals",
    async () => {
      const missed = await undecidedOrders(db, new Date(clock.now().getTime() - restMs));
      await sweep(log, "friend's first order", [...missed.keys()], (orderId) =>
        rewardReferral(services, { orderId, patientId: missed.get(orderId) ?? "" }),
      );
    },
    { cron: "*/10 * * * *" },
  );
}
