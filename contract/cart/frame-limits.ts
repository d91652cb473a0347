/** Limits and names of the protocol in `frame.ts`, separate from its schemas: the cart loads these alone. */

/** Version of the protocol. */
export const frameVersion = 1;

/** Maximum number of lines; the checkout calls have the same limit. */
export const cartLinesMax = 30;
/** Payments of unknown outcome that a browser stores; beyond that the oldest is dropped. */
export const pendingCheckoutsMax = 5;
/** Maximum quantity of one product in one order, as in the checkout calls. */
export const cartQuantityMax = 12;

/** Cookies of the marketing site that the frame may be sent (spec §3 tracking values). */
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

/** Codes and referrals belong to the patient, not to the device, and end with the session (spec §4). */
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
