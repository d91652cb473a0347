import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { releaseMoney } from "./charge.ts";
import { converge, reconcilePayments, refundCharge, settleCharge } from "./converge.ts";
import { paymentQueues } from "./queues.ts";

/** The queues of payment; each job may run any number of times. */
export function definePaymentJobs(jobs: Jobs, services: Services): void {
  jobs.define(paymentQueues.reconcile, () => reconcilePayments(services), { cron: "* * * * *" });
  jobs.define(paymentQueues.converge, ({ intentId }) => converge(services, String(intentId)), { retries: 8 });
  jobs.define(paymentQueues.settle, ({ paymentIntentId }) => settleCharge(services, String(paymentIntentId)), {
    retries: 8,
  });
  jobs.define(paymentQueues.refund, ({ refundId }) => refundCharge(services, String(refundId)), { retries: 8 });
  jobs.define(paymentQueues.release, ({ intentId }) => releaseMoney(services, String(intentId)), { retries: 8 });
}
