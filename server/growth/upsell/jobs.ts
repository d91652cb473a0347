import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Services } from "#server/platform/services.ts";
import { finishUpsellOrder } from "./finish-order.ts";
import { findOrdersOfOpenUpsells } from "./upsell-queries.ts";

/** Told by the store of an order that was authorized or paid. */
export const finishUpsellOfOrder = (services: Services, { orderId }: { readonly orderId: string }): Promise<void> =>
  finishUpsellOrder(services, orderId);

/** Looks after accepted offers whose job was lost, and frees those whose order came to nothing. */
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
