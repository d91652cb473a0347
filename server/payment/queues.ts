/** The queues of the room: what each job is given. */
export const paymentQueues = {
  /** Without data: asks the gateway about every unfinished charge and refund. Runs each minute. */
  reconcile: "payment-reconcile",
  /** `{ intentId }` of the gateway: fetches it and applies it to its order. */
  converge: "payment-converge",
  /** `{ paymentIntentId }`: carries out the wish on a held amount. */
  settle: "payment-settle",
  /** `{ refundId }` */
  refund: "payment-refund",
  /** `{ intentId }` of the gateway: gives money back that no order is to pay. */
  release: "payment-release",
} as const;
