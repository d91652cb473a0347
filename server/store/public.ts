/** What other rooms use of the store: products, quotes, addresses, orders. Money in integer cents unless presented. */
export { applyIntent } from "./apply-intent.ts";
export { presentProduct, productById } from "./catalogue.ts";
export { couponFor, dayIn, presentCoupon } from "./coupons.ts";
export { isDead, type OrderStatus } from "./order-machine.ts";
export { chargeOrder, placeOrder, type PlacedOrder } from "./place-order.ts";
export { ordersOf, presentOrder } from "./present-order.ts";
export { resolveMismatch, tellReleased } from "./mismatch.ts";
export { markRefunded, recordProgress, refundOrder, settleApproved, settleDeclined } from "./settle-order.ts";
export { addressById, defaultShipping } from "./shipping.ts";
export {
  linesOf,
  type LineRow,
  liveOnboardingOrder,
  orderById,
  type OrderRow,
  orderedSince,
  orderStates,
} from "./orders.ts";
