/** What other features use of orders and their quotes. Money in integer cents unless presented. */
export { confirmOrder } from "./fulfillment.ts";
export type { OrderRef } from "./jobs.ts";
export { productColumns } from "./order-lines.ts";
export { type OrderStatus, isClosedUnpaid, isPaid, isPaymentPending, isPlaced } from "./order-status.ts";
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
  unconfirmedOrders,
  unsentLines,
} from "./orders.ts";
export {
  captureApprovedOrder,
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
export { type PlacedOrder, chargeIfPending, orderOutcome, placeOrder } from "./placing/place-order.ts";
export {
  type RenewalCharge,
  type RenewalOrderLine,
  createRenewalOrder,
  renewalChargeQuotes,
} from "./placing/renewal-order.ts";
export { quoteOrder } from "./pricing/quote-order.ts";
export { type Quote, lineTotalCents, taxedCents, totalQuote } from "./pricing/quote.ts";
export { redirectReturnedOrders } from "./redirect-returned-orders.ts";
export { shipsToAddressOf } from "./same-address.ts";
export { openShipTo } from "./shipping-address.ts";
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
