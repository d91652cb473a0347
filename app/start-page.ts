import { settings } from "#app/settings.ts";
import { onChunkLoadError } from "#app/router/load-chunk.ts";

declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

const byDay = (value: string) => value.replace(/^light-dark\((.*), *[^,]*\)$/, "$1");

/** First step of each of our pages: the practice's colours, and error reports to the server by `reportError`. */
export function initializePage(reportError: (event: string, error: unknown) => void): void {
  // The content security policy forbids eval, so the schemas, loaded later, must not try it.
  globalThis.__zod_globalConfig = { jitless: true };
  // Browsers of before 2024 don't know `light-dark`: they get the brand's colors by day.
  const knowsSchemes = CSS.supports("color", "light-dark(white, black)");
  for (const [token, value] of Object.entries(settings.brand.palette)) {
    document.documentElement.style.setProperty(token, knowsSchemes ? value : byDay(value));
    if (!knowsSchemes) document.documentElement.className = "redesign light";
  }
  addEventListener("error", (event) => reportError("uncaught", event.error ?? event.message));
  addEventListener("unhandledrejection", (event) => reportError("unhandled rejection", event.reason));
  onChunkLoadError((error) => reportError(error.name, error));
}
