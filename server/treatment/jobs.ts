import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { runBilling } from "./billing/run-billing.ts";
import { settleRenewal } from "./billing/settle-renewal.ts";

/** The billing engine; runs each minute. */
export const billingQueue = "treatment-billing";

export function defineTreatmentJobs(jobs: Jobs, services: Services): void {
  jobs.define(billingQueue, () => runBilling(services), { cron: "* * * * *" });
}

/** The store calls this for an order that is paid. */
export const settleRenewalOfOrder = (services: Services, { orderId }: { readonly orderId: string }): Promise<void> =>
  settleRenewal(services, orderId);
