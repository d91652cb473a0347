import "#app/ui/brand/tokens.css";
import "#app/ui/brand/theme-redesign.css";
import "#app/ui/brand/base.css";
import "./ui/clinic.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { navigate } from "wouter/use-browser-location";
import { settings } from "#app/settings.ts";
import { takeLinkToken } from "./join/link-token.ts";
import { whenIdle } from "#app/browser/timers.ts";
import { preloadProofForm } from "./session/lock-screen.tsx";
import { startSession } from "./session/current.ts";
import { App } from "./shell/app.tsx";
import { followLinks } from "./shell/follow-links.ts";

// The content security policy forbids eval, so the schemas must not try it.
globalThis.__zod_globalConfig = { jitless: true };
for (const [token, value] of Object.entries(settings.brand.palette))
  document.documentElement.style.setProperty(token, value);

const token = location.pathname === "/clinic/join" ? takeLinkToken(window) : null;
followLinks(document, navigate);
startSession();
whenIdle(preloadProofForm);
createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <App token={token} />
  </StrictMode>,
);
