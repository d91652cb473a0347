export const storeQueues = {
  /** `{ orderId }`, once an order is authorized or paid, by whichever way the store learned of it. */
  placed: "order-placed",
} as const;
