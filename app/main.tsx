import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { navigate } from "wouter/use-browser-location";
import { reportError, startSession } from "./api/api.ts";
import { browserCookies } from "./api/cookies.ts";
import { randomId } from "./api/random.ts";
import { settings } from "./api/settings.ts";
import { dropEarly } from "./early.ts";
import { keepTracking } from "./growth/tracking.ts";
import { findRoute } from "./router/find-route.ts";
import { followLinks } from "./router/links.ts";
import { takeToken } from "./router/one-time-token-address.ts";
import { Screen } from "./router/screen.tsx";
import { scrollMemory } from "./router/scroll.ts";
import { Waiting } from "./router/waiting.tsx";
import { routes } from "./routes.tsx";

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}
// The content security policy allows no code made from text, so the schemas, loaded later, are not to try.
globalThis.__zod_globalConfig = { jitless: true };

dropEarly(document, browserCookies);
const root = createRoot(document.getElementById("root") as HTMLElement);

async function start(): Promise<void> {
  const taken = takeToken(location.href);
  if (taken) history.replaceState(history.state, "", taken.rest);
  for (const [token, value] of Object.entries(settings.brand.palette)) {
    document.documentElement.style.setProperty(token, value);
  }
  keepTracking(location.search, browserCookies, Date.now(), randomId);
  watchErrors();
  scrollMemory.start();
  followLinks(document, navigate, (path) => findRoute(routes, path) !== null);
  if (taken?.token) {
    root.render(<Waiting />);
    await import("./router/one-time-token.ts").then(({ redeem }) => redeem(taken.token)).catch(() => null);
  }
  startSession();
  root.render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  );
}

function watchErrors(): void {
  addEventListener("error", (event) => reportError("uncaught", event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => reportError("unhandled rejection", event.reason));
}

void start();
