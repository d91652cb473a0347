import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { navigate } from "wouter/use-browser-location";
import { startSession } from "./api/api.ts";
import { browserCookies } from "./api/cookies.ts";
import { randomId } from "./api/random.ts";
import { dropEarly } from "./early.ts";
import { keepTracking } from "./growth/tracking.ts";
import { startPage } from "./page-start.ts";
import { findRoute } from "./router/find-route.ts";
import { followLinks } from "./router/links.ts";
import { takeToken } from "./router/one-time-token-address.ts";
import { Screen } from "./router/screen.tsx";
import { scrollMemory } from "./router/scroll.ts";
import { Waiting } from "./router/waiting.tsx";
import { routes } from "./routes.tsx";

dropEarly(document, browserCookies);
const root = createRoot(document.getElementById("root") as HTMLElement);

async function start(): Promise<void> {
  const taken = takeToken(location.href);
  if (taken) history.replaceState(history.state, "", taken.rest);
  startPage();
  keepTracking(location.search, browserCookies, Date.now(), randomId);
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

void start();
