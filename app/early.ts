import type { CookieJar } from "#app/api/session/cookies.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";

/**
 * The server may have prerendered the page (`#early`, its form inert) so that it shows before the code is loaded. It is removed when the real page
 * mounts, and at once for somebody signed in, whom a guard will redirect.
 */
export function removePrerendered(page: Document, cookies: CookieJar): void {
  const prerendered = page.getElementById("early");
  if (!prerendered) return;
  if (cookies.get(cookieNames.accessToken)) return prerendered.remove();
  const watch = new MutationObserver(() => {
    if (!page.querySelector("#root h1")) return;
    watch.disconnect();
    prerendered.remove();
  });
  watch.observe(page.getElementById("root") as HTMLElement, { childList: true, subtree: true });
}
