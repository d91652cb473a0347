import { unsettledPlanOrderIds } from "#server/cases/public.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { unfinishedSuggestionOrderIds } from "#server/treatment/public.ts";
import { unsettledUpsellOrderIds } from "#server/upsell-requests/public.ts";
import { applyPlanSettlement } from "./plans/plan-settlement.ts";
import { finishSuggestion } from "./suggestions/finish-suggestion.ts";
import { applyUpsellSettlement } from "./upsells/upsell-settlement.ts";

/** No data: settles plans, upsells and suggestions whose job was lost. Runs each minute. */
export const settlementSweepQueue = "care-sweep";

/** An order updated within this time is left to its own job, in milliseconds. */
const graceMs = 60_000;

/** Called by the store when the payment of a plan's order is captured or voided. */
export const onPlanOrderSettled = (
  services: Services & Refuses<"wrong_state">,
  { orderId }: { readonly orderId: string },
): Promise<void> => applyPlanSettlement(services, orderId);

/** As `onPlanOrderSettled`, for upsell orders. */
export const onUpsellOrderSettled = (
  services: Services & Refuses<"wrong_state">,
  { orderId }: { readonly orderId: string },
): Promise<void> => applyUpsellSettlement(services, orderId);

/** Settles plans, upsells and suggestions whose job was lost. */
export function defineCareJobs(jobs: Jobs, services: Services & Refuses<"wrong_state">): void {
  const { db, clock, log } = services;
  jobs.define(
    settlementSweepQueue,
    async () => {
      const until = new Date(clock.now().getTime() - graceMs);
      await processEach(log, "settled plan", await unsettledPlanOrderIds(db, until), (id) =>
        applyPlanSettlement(services, id),
      );
      const upsellOrderIds = await unsettledUpsellOrderIds(db, until);
      await processEach(log, "settled upsell request", upsellOrderIds, (id) => applyUpsellSettlement(services, id));
      await processEach(log, "agreed suggestion", await unfinishedSuggestionOrderIds(db, until), (id) =>
        finishSuggestion(services, id),
      );
    },
    { cron: "* * * * *" },
  );
}
