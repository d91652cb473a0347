import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services } from "#server/platform/services.ts";
import { finishUpsellOrder } from "./finish-order.ts";
import { findOrdersOfOpenUpsells } from "./upsell-queries.ts";

/** Called by the store when an order is authorized or paid. */
export const finishUpsellOfOrder = (services: Services, { orderId }: { readonly orderId: string }): Promise<void> =>
  finishUpsellOrder(services, orderId);

/** Finishes accepted upsells whose job was lost and unlinks those whose order failed. */
export function defineUpsellJobs(jobs: Jobs, services: Services): void {
  const { db, log } = services;
  jobs.define(
    "growth.finish-upsells",
    async () => {
      await processEach(log, "accepted offer", await findOrdersOfOpenUpsells(db), (id) =>
        finishUpsellOrder(services, id),
      );
    },
    { cron: "* * * * *" },
  );
}
