import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { recoverVisit } from "./finish.ts";
import { expireLeads } from "./lead.ts";
import { finishQueue, leadsExpireQueue } from "./queues.ts";
import { payingSince } from "./record-queries.ts";
import { forgetVisitors } from "./tracking.ts";

/** A payment younger than this is left to the request that makes it, in milliseconds. */
const settleMs = 30_000;

export function defineOnboardingJobs(jobs: Jobs, services: Services): void {
  const { db, clock, log } = services;
  jobs.define(
    finishQueue,
    async () => {
      const until = new Date(clock.now().getTime() - settleMs);
      await sweep(log, "visit being paid", await payingSince(db, until), (id) => recoverVisit(services, id));
    },
    { cron: "* * * * *" },
  );
  const forget = async () => {
    await expireLeads(db, clock.now());
    await forgetVisitors(db, clock.now());
  };
  jobs.define(leadsExpireQueue, forget, { cron: "17 4 * * *" });
}

/** Listens to the store: an onboarding order that is authorized finishes its visit, whoever learned of it first. */
export async function finishPlacedVisit(
  services: Services,
  order: { readonly patientId: string; readonly kind: string },
): Promise<void> {
  if (order.kind === "onboarding") await recoverVisit(services, order.patientId);
}
