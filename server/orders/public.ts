/** What other features use of the store: products, quotes, addresses, orders. Money in integer cents unless presented. */
export { confirmOrder } from "./fulfillment.ts";
export type { OrderRef } from "./jobs.ts";
export { productColumns } from "./order-lines.ts";
export { type OrderStatus, isClosedUnpaid, isPaid, isPlaced } from "./order-status.ts";
export {
  type LineRow,
  type OrderRow,
  acceptedOrderTerms,
  cancelLine,
  hasOnboardingAttemptSince,
  isFirstPaidOrder,
  lineRows,
  linesOf,
  liveOnboardingOrder,
  lockOrder,
  orderById,
  orderByKey,
  orderByNumber,
  orderRows,
  ordersById,
  ordersInStatus,
  orderStatusesOf,
  reopenReturnedOrder,
} from "./orders.ts";
export { applyIntent } from "./payments/apply-intent.ts";
export {
  captureApprovedOrder,
  markRefunded,
  recordFulfillment,
  refundOrder,
  voidDeclinedOrder,
  voidUnsentOrder,
  voidWithdrawnOrder,
} from "./payments/capture-or-void.ts";
export {
  isGivenBack,
  notifyPaymentReleased,
  resolveMismatch,
  decidedMismatches,
  mismatchesOf,
} from "./payments/mismatch.ts";
export {
  type FillRequest,
  fillErrorCodes,
  fillRefusal,
  orderObstacles,
  readFillFacts,
  wantedFills,
} from "./placing/fill-order.ts";
export { cartTermsVersion } from "./placing/find-or-create-order.ts";
export { type PlacedOrder, chargeIfPending, chargeOrder, orderOutcome, placeOrder } from "./placing/place-order.ts";
export {
  type RenewalCharge,
  type RenewalOrderLine,
  createRenewalOrder,
  renewalChargeQuotes,
} from "./placing/renewal-order.ts";
export { couponFor, findCoupon, presentCoupon, saveCoupon } from "./pricing/coupons.ts";
export { quoteDiscountLabel, welcomeKeptText } from "./pricing/discount-text.ts";
export {
  type AvailableDiscount,
  availableDiscountRows,
  availableDiscounts,
  earnDiscount,
  hasOrdered,
  revokeWelcomeDiscounts,
  toAvailableDiscount,
} from "./pricing/earned-discounts.ts";
export { quoteOrder } from "./pricing/quote-order.ts";
export { type Quote, lineTotalCents, taxedCents } from "./pricing/quote.ts";
export { redirectReturnedOrders } from "./redirect-returned-orders.ts";
export { releaseOrderDiscounts } from "./pricing/release-discounts.ts";
export { shipsToAddressOf } from "./same-address.ts";
export {
  type Address,
  addAddress,
  addressById,
  addressesOf,
  defaultShipStateRow,
  defaultShippingAddress,
  isStateServed,
  rebuildShippingPhones,
  shipStateOf,
  updateAddress,
} from "./shipping-addresses.ts";
export {
  type UpsellRequestRow,
  type UpsellRequestStatus,
  approvedUpsellOrderIds,
  lockUpsellRequest,
  ordersWithUpsellRequest,
  undecidedUpsellRequests,
  unsettledUpsellOrderIds,
  updateUpsellRequest,
  upsellRequestById,
  upsellRequestsQuery,
} from "./upsell-requests/upsell-request-queries.ts";
export {
  type UpsellRequestsByStatus,
  loadUpsellRequests,
  openUpsellRequest,
  upsellRequestsByStatus,
  withdrawAllUpsellRequests,
  withdrawUpsellRequest,
  withdrawUpsellRequestsFor,
} from "./upsell-requests/upsell-requests.ts";
export { type PaidOrder, firstPurchase, paidOrdersOf } from "./views/paid-orders.ts";
export {
  hiddenStatuses,
  orderEventRows,
  presentOrder,
  presentOrders,
  presentOrdersById,
  presentPatientOrders,
  presentQuote,
  visibleOrderRows,
} from "./views/present-order.ts";
