/** What other rooms use of the store: products, quotes, addresses, orders. Money in integer cents unless presented. */
export { applyIntent, failOrder } from "./apply-intent.ts";
export { presentProduct, productById, type Line, type Product } from "./catalogue.ts";
export { couponFor, dayIn, findCoupon, presentCoupon, type Coupon } from "./coupons.ts";
export { isDead, isOpen, type OrderStatus } from "./order-machine.ts";
export type { OrderRequest } from "./open-order.ts";
export { chargeOrder, placeOrder, type PlacedOrder } from "./place-order.ts";
export { ordersOf, presentOrder } from "./present-order.ts";
export { quote, type QuoteRequest } from "./quote-order.ts";
export type { Quote, QuoteLine } from "./quote.ts";
export { markRefunded, recordProgress, refundOrder, settleApproved, settleDeclined } from "./settle-order.ts";
export { addressById, defaultShipping, isServed, type Address } from "./shipping.ts";
export { openShipTo, type ShipTo } from "./ship-to.ts";
export { linesOf, type LineRow, liveOnboardingOrder, orderById, orderStates } from "./orders.ts";
