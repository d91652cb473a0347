import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { applyEvent, refundCharge, settleCharge } from "./converge.ts";
import { paymentQueues } from "./queues.ts";
import { reconcilePayments } from "./reconcile.ts";
import { carryOutRelease } from "./releases.ts";

/** The queues of payment; each job may run any number of times. */
export function definePaymentJobs(jobs: Jobs, services: Services): void {
  jobs.define(paymentQueues.reconcile, () => reconcilePayments(services), { cron: "* * * * *" });
  jobs.define(
    paymentQueues.converge,
    ({ intentId, eventId }) => applyEvent(services, String(intentId), String(eventId)),
    {
      retries: 8,
    },
  );
  jobs.define(paymentQueues.settle, ({ paymentIntentId }) => settleCharge(services, String(paymentIntentId)), {
    retries: 8,
  });
  jobs.define(paymentQueues.refund, ({ refundId }) => refundCharge(services, String(refundId)), { retries: 8 });
  jobs.define(paymentQueues.release, ({ intentId }) => carryOutRelease(services, String(intentId)), { retries: 8 });
}
