/** What other rooms use of the store: products, quotes, addresses, orders. Money in integer cents unless presented. */
export { applyIntent } from "./apply-intent.ts";
export { presentProduct, productById } from "./catalogue.ts";
export { quote as quoteOrder } from "./quote-order.ts";
export { cartTerms } from "./terms.ts";
export { couponFor, presentCoupon } from "./coupons.ts";
export { discountSource } from "./discount-words.ts";
export {
  dropWelcome,
  earnDiscount,
  hasOrdered,
  type WaitingDiscount,
  waitingDiscount,
  waitingDiscountRows,
  waitingDiscounts,
} from "./earned-discounts.ts";
export { fillCodes } from "./fill-order.ts";
export { keepCoupon } from "./keep-coupon.ts";
export { chargedFor, type Quote } from "./quote.ts";
export { releaseDiscounts } from "./release-discounts.ts";
export { confirmOrder } from "./confirm-order.ts";
export { firstPurchase } from "./first-purchase.ts";
export { lockPatientOrders as lockOrdersOf } from "#server/platform/database/lock.ts";
export { isBought, isDead, isOpen, isPaid, type OrderStatus } from "./order-machine.ts";
export { chargeIfOpen, chargeOrder, orderOutcome, placeOrder, type PlacedOrder } from "./place-order.ts";
export { openRenewal, type RenewalLine, type RenewalList, renewalQuotes } from "./renewal-order.ts";
export { taxedCents } from "./taxed.ts";
export {
  eventRows,
  notShown,
  ordersOf,
  presentOrder,
  presentOrders,
  presentOrdersById,
  shownOrderRows,
} from "./present-order.ts";
export { resolveMismatch, tellReleased } from "./mismatch.ts";
export {
  markRefunded,
  recordProgress,
  refundOrder,
  settleApproved,
  settleDeclined,
  settleWithdrawn,
} from "./settle-order.ts";
export { addressById, defaultAddressRow, defaultShipping, isServed, shipStateOf } from "./shipping.ts";
export { goesTo } from "./same-address.ts";
export { soldTo, type SoldOrder } from "./sold.ts";
export { asSold } from "./as-sold.ts";
export {
  cancelLine,
  isFirstPaid,
  lineRows,
  linesOf,
  type LineRow,
  liveOnboardingOrder,
  lockOrder,
  orderById,
  orderByKey,
  orderRows,
  type OrderRow,
  orderedSince,
  orderStates,
  unconfirmedOrders,
} from "./orders.ts";
