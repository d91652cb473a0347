import { checkEventsCome, executeAnswer, executeRelease, paymentQueues } from "#server/payment/public.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Services } from "#server/platform/services.ts";
import { processWebhookEvent, refundCharge, captureOrVoidCharge } from "./payments/sync-intent.ts";
import { reconcilePayments } from "./reconcile.ts";

/** Over nine minutes; the reconciling job makes up for what failed until then. */
const again = { retries: 8 };

/** Defines the queues of payment; each job may run any number of times. */
export function definePaymentJobs(jobs: Jobs, services: Services): void {
  jobs.define(paymentQueues.reconcile, () => reconcilePayments(services), { cron: "* * * * *" });
  jobs.define(paymentQueues.checkEvents, () => checkEventsCome(services), { cron: "23 * * * *" });
  jobs.define(
    paymentQueues.syncIntent,
    ({ intentId, eventId }) => processWebhookEvent(services, String(intentId), String(eventId)),
    again,
  );
  jobs.define(
    paymentQueues.captureOrVoid,
    ({ paymentIntentId }) => captureOrVoidCharge(services, String(paymentIntentId)),
    again,
  );
  jobs.define(paymentQueues.refund, ({ refundId }) => refundCharge(services, String(refundId)), again);
  jobs.define(paymentQueues.release, ({ intentId }) => executeRelease(services, String(intentId)), again);
  jobs.define(paymentQueues.answerDispute, ({ disputeId }) => executeAnswer(services, String(disputeId)), again);
}
