export const storeQueues = {
  /** `{ orderId }`, once an order is authorized or paid, by whichever way the store learned of it. */
  placed: "order-placed",
  /** `{ orderId }`, once what was held for an order is taken, let go, or found to differ. */
  settled: "order-settled",
} as const;
