import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { recoverVisit } from "./finish.ts";
import { expireLeads } from "./lead.ts";
import { finishQueue, finishSweepQueue, leadsExpireQueue } from "./queues.ts";
import { payingSince } from "./record-queries.ts";

/** A payment younger than this is left to the request that makes it, in milliseconds. */
const settleMs = 30_000;

export function defineOnboardingJobs(jobs: Jobs, services: Services): void {
  const { db, clock } = services;
  jobs.define(finishQueue, ({ patientId }) => recoverVisit(services, String(patientId)));
  jobs.define(
    finishSweepQueue,
    async () => {
      for (const patientId of await payingSince(db, new Date(clock.now().getTime() - settleMs)))
        await recoverVisit(services, patientId);
    },
    { cron: "* * * * *" },
  );
  jobs.define(leadsExpireQueue, () => expireLeads(db, clock.now()), { cron: "17 4 * * *" });
}
