/** What other features use of coupons and earned discounts. */
export {
  type Coupon,
  couponFor,
  findCoupon,
  presentCoupon,
  redeemCoupon,
  releaseOrderDiscounts,
  saveCoupon,
} from "./coupons.ts";
export { discountLabel, quoteDiscountLabel, welcomeKeptText } from "./discount-text.ts";
export {
  type CreditRow,
  type CreditMovement,
  creditMovements,
  creditsOf,
  givenSince,
  insertCredit,
  withdrawCredit,
} from "./credits.ts";
export {
  type AvailableDiscount,
  availableAfter,
  availableDiscountRows,
  availableDiscounts,
  carryDiscounts,
  earnDiscount,
  hasOrdered,
  redeemEarnedDiscount,
  returnDiscounts,
  revokeWelcomeDiscounts,
  toAvailableDiscount,
} from "./earned-discounts.ts";
