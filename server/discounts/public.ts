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
  type AvailableDiscount,
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
