/**
 * How other apps name themselves in the browsers they open links in, and Android its own for that purpose. Their makers say so nowhere for good, so the list
 * holds what is seen in the field.
 */
const apps =
  /\bFB(?:AN|AV|_IAB)\b|Instagram|\bLine\/|MicroMessenger|Snapchat|Pinterest\/|musical_ly|Bytedance|TikTok|LinkedInApp|Twitter for|\bGSA\/|; wv\)/;

/** On iOS only Safari, and browsers that are apps of their own, end with `Safari/`. */
const barePhone = /\b(?:iPhone|iPad|iPod)\b(?!.*\bSafari\/)/;

/**
 * Whether this is a browser in another app, or our page on an iPhone's home screen: there a file that a page made itself can't be saved. The browser says
 * nothing, it just does nothing.
 */
export const isBuiltIn = ({ userAgent, standalone }: { userAgent: string; standalone?: boolean }): boolean =>
  standalone === true || apps.test(userAgent) || barePhone.test(userAgent);
