/** What other rooms use of the store: products, quotes, addresses, orders. Money in integer cents unless presented. */
export { applyIntent } from "./apply-intent.ts";
export { presentProduct, productById } from "./catalogue.ts";
export { couponFor, presentCoupon, releaseCoupon } from "./coupons.ts";
export { confirmOrder } from "./confirm-order.ts";
export { lockOrdersOf } from "./insert-order.ts";
export { isBought, isDead, type OrderStatus } from "./order-machine.ts";
export { chargeIfOpen, chargeOrder, orderOutcome, placeOrder, type PlacedOrder } from "./place-order.ts";
export { openRenewal, type RenewalLine, renewalQuotes } from "./renewal-order.ts";
export { ordersOf, presentOrder } from "./present-order.ts";
export { resolveMismatch, tellReleased } from "./mismatch.ts";
export { markRefunded, recordProgress, refundOrder, settleApproved, settleDeclined } from "./settle-order.ts";
export { addressById, defaultShipping, shipStateOf } from "./shipping.ts";
export { soldTo, type SoldOrder } from "./sold.ts";
export {
  cancelLine,
  linesOf,
  type LineRow,
  liveOnboardingOrder,
  lockOrder,
  orderById,
  orderByKey,
  type OrderRow,
  orderedSince,
  orderStates,
} from "./orders.ts";
