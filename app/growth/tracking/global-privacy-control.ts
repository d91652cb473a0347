/** The browser opts out of the sale and sharing of data (Global Privacy Control). */
export const hasGlobalPrivacyControl = (): boolean =>
  (navigator as Navigator & { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true;
