/** What other features use of the store: products, quotes, addresses, orders. Money in integer cents unless presented. */
export { applyIntent } from "./payments/apply-intent.ts";
export { presentProduct, productById } from "#server/catalogue/catalogue.ts";
export { quoteOrder } from "#server/orders/pricing/quote-order.ts";
export { cartTermsVersion } from "./placing/find-or-create-order.ts";
export { couponFor, presentCoupon } from "./pricing/coupons.ts";
export { quoteDiscountLabel } from "./pricing/discount-text.ts";
export {
  revokeWelcomeDiscounts,
  earnDiscount,
  hasOrdered,
  type AvailableDiscount,
  toAvailableDiscount,
  availableDiscountRows,
  availableDiscounts,
} from "./pricing/earned-discounts.ts";
export { fillErrorCodes } from "./placing/fill-order.ts";
export { saveCoupon } from "./pricing/coupons.ts";
export { lineTotalCents, type Quote } from "./pricing/quote.ts";
export { releaseOrderDiscounts } from "./pricing/release-discounts.ts";
export { confirmOrder } from "./fulfillment.ts";
export { firstPurchase } from "./views/paid-orders.ts";
export { lockPatientOrders as lockOrdersOf } from "#server/platform/database/advisory-lock.ts";
export { isPlaced, isClosedUnpaid, isPaymentPending, isPaid, type OrderStatus } from "./order-status.ts";
export { chargeIfPending, chargeOrder, orderOutcome, placeOrder, type PlacedOrder } from "./placing/place-order.ts";
export { createRenewalOrder, type RenewalLine, type RenewalCharge, renewalQuotes } from "./placing/renewal-order.ts";
export { taxedCents } from "./pricing/quote.ts";
export {
  orderEventRows,
  hiddenStatuses,
  presentPatientOrders,
  presentOrder,
  presentOrders,
  presentOrdersById,
  visibleOrderRows,
} from "./views/present-order.ts";
export { resolveMismatch, notifyPaymentReleased } from "./payments/mismatch.ts";
export {
  markRefunded,
  recordFulfillment,
  refundOrder,
  captureApprovedOrder,
  voidDeclinedOrder,
  voidWithdrawnOrder,
} from "./payments/capture-or-void.ts";
export { addressById, defaultShipStateRow, defaultShippingAddress, isStateServed, shipStateOf } from "./shipping-addresses.ts";
export { shipsToAddressOf } from "./same-address.ts";
export { paidOrdersOf, type PaidOrder } from "./views/paid-orders.ts";
export { productColumns } from "./order-lines.ts";
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
