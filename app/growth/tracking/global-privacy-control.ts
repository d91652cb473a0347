/** The browser asks not to be sold or shared (Global Privacy Control). */
export const hasGlobalPrivacyControl = (): boolean =>
  (navigator as Navigator & { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
