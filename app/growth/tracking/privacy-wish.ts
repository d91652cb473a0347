/** The browser asks not to be sold or shared (Global Privacy Control). */
export const asksForPrivacy = (): boolean =>
  (navigator as Navigator & { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
