import { careCart, connectCart } from "./cart.js";
import { browserCookies } from "./cookies.js";
import { showPromo } from "./promo.js";
import { forWidget, intoApp, keepVisit } from "./tracking.js";

const { app } = document.documentElement.dataset;

keepVisit({
  search: location.search,
  cookies: browserCookies,
  now: Date.now(),
  newId: () => crypto.randomUUID?.() ?? String(Math.random()).slice(2),
  isPrivate: navigator.globalPrivacyControl === true,
});
for (const cookie of forWidget(browserCookies)) careCart("cookie", cookie);
for (const link of document.querySelectorAll("a[href]")) {
  if (link.origin === app) link.href = intoApp(link.href, browserCookies);
}
connectCart();
showPromo(browserCookies.get("sessionPromo"));
