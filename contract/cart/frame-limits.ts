/** Bounds and names of the conversation in `frame.ts`, apart from its schemas: the cart loads these alone. */

/** Version of the protocol. */
export const frameVersion = 1;

/** Longest cart; the calls that sell have the same bound. */
export const cartLinesMax = 30;
/** Payments without a known outcome a browser keeps; of more the oldest is dropped. */
export const pendingCheckoutsMax = 5;
/** Most of one product in one order, as the calls that sell bound it. */
export const cartQuantityMax = 12;

/** Cookies of the marketing site the frame may be told (spec §3 tracking values). */
export const frameCookies = [
  "utm",
  "firstTouchUtm",
  "gclid",
  "tbclid",
  "_fbp",
  "_fbc",
  "deduplicationId",
  "everflowTransactionId",
  "sessionPromo",
  "promocode",
  "promocodeExistingID",
  "referralToken",
  "sas_m_awin",
  "irclickid",
  "taboolaClickID",
] as const;
export type FrameCookie = (typeof frameCookies)[number];

/** Codes and friends' references belong to her, not to the device, and end with her session (spec §4). */
export const patientCookies = [
  "promocode",
  "promocodeExistingID",
  "referralToken",
] as const satisfies readonly FrameCookie[];

export const cartScreens = [
  "login",
  "forgotpassword",
  "register",
  "account",
  "cart",
  "shipping",
  "billing",
  "checkout-complete",
] as const;
export type CartScreen = (typeof cartScreens)[number];
