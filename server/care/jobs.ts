import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { unsettledAdditions } from "./additions.ts";
import { unsettledOrders } from "./cases.ts";
import { sweepQueue } from "./queues.ts";
import { settleAddition } from "./settle-addition.ts";
import { settlePlan } from "./settle-plan.ts";

/** A plan decided within this time is left to its own job, in milliseconds. */
const restMs = 60_000;

/** Told by the store when what was held for an order was taken or let go. */
export const settlePlanOfOrder = (services: Services, { orderId }: { readonly orderId: string }): Promise<void> =>
  settlePlan(services, orderId);

/** As `settlePlanOfOrder`, of what she added to her treatment. */
export const settleAdditionOfOrder = (services: Services, { orderId }: { readonly orderId: string }): Promise<void> =>
  settleAddition(services, orderId);

/** Looks after plans whose job was lost. */
export function defineCareJobs(jobs: Jobs, services: Services): void {
  const { db, clock, log } = services;
  jobs.define(
    sweepQueue,
    async () => {
      const until = new Date(clock.now().getTime() - restMs);
      await sweep(log, "settled plan", await unsettledOrders(db, until), (id) => settlePlan(services, id));
      const added = await unsettledAdditions(db, until);
      await sweep(log, "settled addition", added, (id) => settleAddition(services, id));
    },
    { cron: "* * * * *" },
  );
}
