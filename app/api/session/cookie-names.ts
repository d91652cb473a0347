import { cookieSeconds } from "#contract/constants.ts";

/** Every cookie the app writes, by what it holds. */
export const cookieNames = {
  accessToken: "accessToken",
  cookieId: "cookieId",
  utm: "utm",
  firstTouchUtm: "firstTouchUtm",
  noBackendUtm: "noBackendUtm",
  noBackendFirstTouchUtm: "noBackendFirstTouchUtm",
  gclid: "gclid",
  tbclid: "tbclid",
  fbp: "_fbp",
  fbc: "_fbc",
  deduplicationId: "deduplicationId",
  everflow: "everflowTransactionId",
  sessionPromo: "sessionPromo",
  promocode: "promocode",
  promocodeExisting: "promocodeExistingID",
  referral: "referralToken",
  awin: "sas_m_awin",
  impact: "irclickid",
  taboola: "taboolaClickID",
  showPromoForm: "showPromoForm",
  variants: "variants",
  appearance: "appearance",
} as const;
export type CookieName = (typeof cookieNames)[keyof typeof cookieNames];

/** How long each of them is kept, in seconds (spec §9). Click ids and the referral are kept as long as their campaign. */
export const cookieMaxAges: Readonly<Record<CookieName, number>> = {
  accessToken: cookieSeconds.auth,
  /** A year: the id outlives sessions, so that a visit begun today is recognised later. */
  cookieId: 365 * 24 * 3600,
  utm: cookieSeconds.utm,
  firstTouchUtm: cookieSeconds.utm,
  noBackendUtm: cookieSeconds.noBackendUtm,
  noBackendFirstTouchUtm: cookieSeconds.noBackendUtm,
  gclid: cookieSeconds.utm,
  tbclid: cookieSeconds.utm,
  _fbp: cookieSeconds.utm,
  _fbc: cookieSeconds.utm,
  deduplicationId: cookieSeconds.utm,
  everflowTransactionId: cookieSeconds.utm,
  sessionPromo: cookieSeconds.sessionPromo,
  promocode: cookieSeconds.sessionPromo,
  promocodeExistingID: cookieSeconds.sessionPromo,
  referralToken: cookieSeconds.utm,
  sas_m_awin: cookieSeconds.utm,
  irclickid: cookieSeconds.utm,
  taboolaClickID: cookieSeconds.utm,
  showPromoForm: cookieSeconds.showPromoForm,
  variants: cookieSeconds.utm,
  /** Ours, not the spec's: a year. */
  appearance: 365 * 24 * 3600,
};
