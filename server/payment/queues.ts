import type { Services } from "#server/platform/services.ts";

/** The queues of payment, with the data each job takes. */
export const paymentQueues = {
  /** No data: asks the gateway about everything unfinished. Runs each minute. */
  reconcile: "payment-reconcile",
  /** No data: alarms if payments are made and no event comes. Runs each hour. */
  checkEvents: "payment-events-come",
  /** `{ intentId, eventId }` of the gateway: fetches the intent and applies it to its order. */
  syncIntent: "payment-converge",
  /** `{ paymentIntentId }`: captures or voids an authorization, as decided. */
  captureOrVoid: "payment-settle",
  /** `{ refundId }` */
  refund: "payment-refund",
  /** `{ intentId }` of the gateway: voids or refunds money that no order is to pay (`payment_release`). */
  release: "payment-release",
  /** `{ disputeId }`: sends a bank the evidence that somebody asked to be sent. */
  answerDispute: "payment-answer-dispute",
} as const;

/** After a start, settles at once what the previous process left unfinished, without waiting for the next minute. */
export const reconcileAtStart = ({ db, jobs }: Pick<Services, "db" | "jobs">): Promise<void> =>
  jobs.enqueue(db, paymentQueues.reconcile, {});
