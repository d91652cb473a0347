/** What other features use of the store: products, quotes, addresses, orders. Money in integer cents unless presented. */
export { applyIntent } from "./apply-intent.ts";
export { presentProduct, productById } from "./catalogue.ts";
export { quoteOrder } from "./quote-order.ts";
export { cartTermsVersion } from "./terms.ts";
export { couponFor, presentCoupon } from "./coupons.ts";
export { quoteDiscountLabel } from "./discount-words.ts";
export {
  revokeWelcomeDiscounts,
  earnDiscount,
  hasOrdered,
  type AvailableDiscount,
  toAvailableDiscount,
  availableDiscountRows,
  availableDiscounts,
} from "./earned-discounts.ts";
export { fillErrorCodes } from "./fill-order.ts";
export { saveCoupon } from "./keep-coupon.ts";
export { lineTotalCents, type Quote } from "./quote.ts";
export { releaseOrderDiscounts } from "./release-discounts.ts";
export { confirmOrder } from "./confirm-order.ts";
export { firstPurchase } from "./first-purchase.ts";
export { lockPatientOrders as lockOrdersOf } from "#server/platform/database/advisory-lock.ts";
export { isPlaced, isClosedUnpaid, isPaymentPending, isPaid, type OrderStatus } from "./order-machine.ts";
export { chargeIfPending, chargeOrder, orderOutcome, placeOrder, type PlacedOrder } from "./place-order.ts";
export { createRenewalOrder, type RenewalLine, type RenewalCharge, renewalQuotes } from "./renewal-order.ts";
export { taxedCents } from "./taxed.ts";
export {
  orderEventRows,
  hiddenStatuses,
  presentPatientOrders,
  presentOrder,
  presentOrders,
  presentOrdersById,
  visibleOrderRows,
} from "./present-order.ts";
export { resolveMismatch, notifyPaymentReleased } from "./mismatch.ts";
export {
  markRefunded,
  recordFulfillment,
  refundOrder,
  captureApprovedOrder,
  voidDeclinedOrder,
  voidWithdrawnOrder,
} from "./settle-order.ts";
export { addressById, defaultShipStateRow, defaultShippingAddress, isStateServed, shipStateOf } from "./shipping.ts";
export { shipsToAddressOf } from "./same-address.ts";
export { paidOrdersOf, type PaidOrder } from "./sold.ts";
export { productColumns } from "./as-sold.ts";
export {
  cancelLine,
  isFirstPaidOrder,
  lineRows,
  linesOf,
  type LineRow,
  liveOnboardingOrder,
  lockOrder,
  orderById,
  orderByKey,
  orderRows,
  type OrderRow,
  hasOnboardingAttemptSince,
  orderStatusesOf,
  unconfirmedOrders,
} from "./orders.ts";
