export const orderQueues = {
  /** `{ orderId }`, once an order is authorized or paid, however the store learned of it. */
  placed: "order-placed",
  /** `{ orderId }`, once an order's authorization is captured, voided, or found to differ. */
  settled: "order-settled",
  /** `{ orderId }`, once its payment is found to differ. */
  mismatch: "order-mismatch",
  /** No data: calls the listeners for paid carts whose job was lost. Runs each minute. */
  sweep: "order-sweep",
} as const;
