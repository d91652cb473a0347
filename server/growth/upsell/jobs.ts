import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { sweep } from "#server/platform/jobs/sweep.ts";
import type { Services } from "#server/platform/services.ts";
import { finishUpsell } from "./finish.ts";
import { tiedOrders } from "./queries.ts";

/** Told by the store of an order that was authorized or paid. */
export const finishPlacedUpsell = (services: Services, { orderId }: { readonly orderId: string }): Promise<void> =>
  finishUpsell(services, orderId);

/** Looks after accepted offers whose job was lost, and frees those whose order came to nothing. */
export function defineUpsellJobs(jobs: Jobs, services: Services): void {
  const { db, log } = services;
  jobs.define(
    "growth.finish-upsells",
    async () => {
      await sweep(log, "accepted offer", await tiedOrders(db), (id) => finishUpsell(services, id));
    },
    { cron: "* * * * *" },
  );
}
