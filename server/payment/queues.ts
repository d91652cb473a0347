/** The queues of the room: what each job is given. */
export const paymentQueues = {
  /** Without data: asks the gateway about everything unfinished. Runs each minute. */
  reconcile: "payment-reconcile",
  /** `{ intentId, eventId }` of the gateway: fetches the intent and applies it to its order. */
  converge: "payment-converge",
  /** `{ paymentIntentId }`: carries out the wish on a held amount. */
  settle: "payment-settle",
  /** `{ refundId }` */
  refund: "payment-refund",
  /** `{ intentId }` of the gateway: gives money back that no order is to pay (`payment_release`). */
  release: "payment-release",
} as const;
