export const orderQueues = {
  /** `{ orderId }`, once an order is authorized or paid, by whichever way the store learned of it. */
  placed: "order-placed",
  /** `{ orderId }`, once what was held for an order is taken, let go, or found to differ. */
  settled: "order-settled",
  /** `{ orderId }`, once its payment was found to differ. */
  mismatch: "order-mismatch",
  /** No data: tells of paid carts whose job was lost. Runs each minute. */
  sweep: "order-sweep",
} as const;
