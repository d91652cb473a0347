import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { navigate } from "wouter/use-browser-location";
import { signInBy, startSession } from "./api/api.ts";
import { session } from "./api/session.ts";
import { browserCookies } from "./api/cookies.ts";
import { dropEarly } from "./early.ts";
import { keepCodes } from "./growth/promo/codes.ts";
import { startTracking } from "./growth/tracking/start-tracking.ts";
import { startPage } from "./page-start.ts";
import { findRoute } from "./router/find-route.ts";
import { followLinks } from "./router/links.ts";
import { spentLinkPath, takeToken } from "./router/one-time-token-address.ts";
import { Screen } from "./router/screen.tsx";
import { scrollMemory } from "./router/scroll.ts";
import { Waiting } from "./router/waiting.tsx";
import { routes } from "./routes.tsx";

dropEarly(document, browserCookies);
const root = createRoot(document.getElementById("root") as HTMLElement);

async function start(): Promise<void> {
  const taken = takeToken(location.href);
  if (taken) history.replaceState(history.state, "", taken.rest);
  const { token } = session.get();
  // It comes with the page's other code; sign-in does without.
  if (token !== null && !taken)
    import("./shell/first-calls.ts").then(({ askFirst }) => askFirst(location.pathname, token)).catch(() => null);
  startPage();
  signInBy((path) => navigate(path, { replace: true }));
  const { search } = location;
  keepCodes(search, browserCookies);
  scrollMemory.start();
  followLinks(document, navigate, (path) => findRoute(routes, path) !== null);
  if (taken?.token) {
    root.render(<Waiting />);
    const redeemed = await import("./router/one-time-token.ts")
      .then(({ redeem }) => redeem(taken.token))
      .catch(() => false);
    if (!redeemed && session.get().token === null) navigate(spentLinkPath(taken.rest), { replace: true });
  }
  startSession();
  root.render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  );
  // Until it has come nothing was typed that a session's end would have to take away; what lay there from before goes as soon as it comes.
  void import("./auth/session-end.ts").then(({ followSessionEnd }) => followSessionEnd());
  startTracking(search);
  void import("./growth/promo/follow-codes.ts").then(({ followCodes }) => followCodes());
}

void start();
