import "#app/ui/brand/tokens.css";
import "#app/ui/brand/theme-redesign.css";
import "#app/ui/brand/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { navigate } from "wouter/use-browser-location";
import { registerSignIn, reportError, startSession } from "#app/api/call.ts";
import { session } from "#app/api/session/session.ts";
import { browserCookies, type CookieJar } from "#app/api/session/cookies.ts";
import { saveCodes } from "#app/growth/promo/promo-codes.ts";
import { applyAppearance, readAppearance } from "#app/account/settings/appearance.ts";
import { startTracking } from "./growth/tracking/start-tracking.ts";
import { initializePage } from "./start-page.ts";
import { findRoute } from "./router/find-route.ts";
import { followLinks } from "./router/links.ts";
import { expiredLinkPath, takeTokenFromUrl } from "./auth/login/one-time-token-url.ts";
import { RouteScreen } from "./routes/route-screen.tsx";
import { providePageLoader } from "./router/preload.ts";
import { scrollMemory } from "./router/scroll.ts";
import { PageLoading } from "#app/router/page-loading.tsx";
import { preload, routes } from "./routes/routes.tsx";
import { cookieNames } from "#app/api/session/cookie-names.ts";

/**
 * The server may have prerendered the page (`#early`, its form inert) so that it shows before the code is loaded. It is removed when the real page
 * mounts, and at once for somebody signed in, whom a guard will redirect, and for a friend of a patient, whose page has more above its form.
 */
function removePrerendered(page: Document, cookies: CookieJar): void {
  const prerendered = page.getElementById("early");
  if (!prerendered) return;
  const isReferred = cookies.get(cookieNames.referral) !== null || new URLSearchParams(location.search).has("refcode");
  if (cookies.get(cookieNames.accessToken) || isReferred) return prerendered.remove();
  const watch = new MutationObserver(() => {
    if (!page.querySelector("#root h1")) return;
    watch.disconnect();
    prerendered.remove();
  });
  watch.observe(page.getElementById("root") as HTMLElement, { childList: true, subtree: true });
}

const loadPrefetchCalls = () => import("./routes/prefetch-calls.ts").catch(() => null);

/** Requests the first data of the page at `path` while its code is still loading. */
function prefetch(path: string, token: string): void {
  void loadPrefetchCalls().then((calls) => calls?.prefetchFor(path, token));
}

applyAppearance(readAppearance(browserCookies), document);
removePrerendered(document, browserCookies);
const root = createRoot(document.getElementById("root") as HTMLElement);

async function start(): Promise<void> {
  const urlToken = takeTokenFromUrl(location.href);
  if (urlToken) history.replaceState(history.state, "", urlToken.pathWithoutToken);
  providePageLoader({
    loadCode: (path) => {
      const route = findRoute(routes, path);
      if (route) preload(route);
      void loadPrefetchCalls();
    },
    loadData: prefetch,
  });
  const { token } = session.get();
  if (token !== null && !urlToken) prefetch(location.pathname, token);
  initializePage(reportError);
  registerSignIn((path) => navigate(path, { replace: true }));
  const { search } = location;
  saveCodes(search, browserCookies);
  scrollMemory.start();
  followLinks(document, navigate, (path) => findRoute(routes, path) !== null);
  if (urlToken?.token) {
    root.render(<PageLoading />);
    const redeemed = await import("./auth/login/one-time-token.ts")
      .then(({ signInWithOneTimeToken: redeem }) => redeem(urlToken.token))
      .catch(() => false);
    if (!redeemed && session.get().token === null)
      navigate(expiredLinkPath(urlToken.pathWithoutToken), { replace: true });
  }
  startSession();
  root.render(
    <StrictMode>
      <RouteScreen />
    </StrictMode>,
  );
  // Until this has loaded nothing was typed that the end of a session would have to remove; older drafts are removed as soon as it loads.
  void import("./sign-out/suspend-on-session-end.ts").then(({ suspendDataOnSessionEnd: followSessionEnd }) =>
    followSessionEnd(),
  );
  startTracking(search);
  void import("#app/growth/promo/apply-codes-on-session.ts").then(({ applyCodesOnSession: followCodes }) =>
    followCodes(),
  );
}

void start();
