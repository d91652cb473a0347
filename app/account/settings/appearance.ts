import { cookieMaxAges, cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";

/** By day, by night, or as the device is set. */
export type Appearance = "device" | "light" | "dark";

/** The patient's choice on this device. It is in a cookie, so that the server can send the page in the right colors before any code runs. */
export function readAppearance(cookies: CookieJar): Appearance {
  const chosen = cookies.get(cookieNames.appearance);
  return chosen === "light" || chosen === "dark" ? chosen : "device";
}

export function applyAppearance(appearance: Appearance, page: Document): void {
  for (const scheme of ["light", "dark"] as const) {
    page.documentElement.classList.toggle(scheme, appearance === scheme);
    // The color of the browser's own bars: of the page's two, the one chosen.
    const wanted =
      appearance === "device" ? `(prefers-color-scheme: ${scheme})` : appearance === scheme ? "all" : "not all";
    page.getElementById(`bars-${scheme}`)?.setAttribute("media", wanted);
  }
}

export function saveAppearance(appearance: Appearance, cookies: CookieJar, page: Document): void {
  if (appearance === "device") cookies.drop(cookieNames.appearance);
  else cookies.set(cookieNames.appearance, appearance, cookieMaxAges.appearance);
  applyAppearance(appearance, page);
}
