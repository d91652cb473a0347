import { call } from "#app/api/call.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { session } from "#app/api/session/session.ts";
import { settings } from "#app/settings.ts";
import { loadChunk } from "#app/router/load-chunk.ts";
import type { Bridge } from "./bridge.ts";
import { parseUrl } from "#app/browser/urls.ts";
import { ownPath } from "#contract/fields/own-path.ts";

/** A target outside the widget: a path of the app, or of the marketing site. */
interface LeaveTarget {
  readonly site: "app" | "marketing";
  readonly path: string;
}

/** The target of an address that is a path of the app or a URL of the marketing site; null for any other (spec §4). */
export function parseLeaveTarget(
  destination: string,
  origins: { readonly app: string; readonly marketing: string },
): LeaveTarget | null {
  const ownPathname = ownPath(destination);
  if (ownPathname) return { site: "app", path: ownPathname };
  const url = parseUrl(destination);
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return null;
  const path = ownPath(url.pathname + url.search + url.hash);
  if (path === null) return null;
  if (url.origin === origins.marketing) return { site: "marketing", path };
  return url.origin === origins.app ? { site: "app", path } : null;
}

/**
 * Leaves the widget for `wanted`, in the top window. A page of the marketing site is opened by the marketing page. Where the session lives in this
 * frame's memory, a form posts a one-time token to `/enter`, so that it is in no URL.
 */
export async function leaveWidgetFor(
  destination: string,
  bridge: Bridge,
  connected: boolean,
  onetimetoken?: string,
): Promise<void> {
  const target = parseLeaveTarget(destination, { app: location.origin, marketing: settings.marketingOrigin });
  const { site, path } = target ?? { site: "app" as const, path: "/home" };
  if (site === "marketing") {
    if (connected) bridge.post({ type: "content-link", path });
    else open(settings.marketingOrigin + path, "_top");
    return;
  }
  const signedIn = session.get().token !== null;
  const oneTimeToken = session.inMemory() ? (onetimetoken ?? (await fetchOneTimeToken())) : null;
  bridge.post({ type: "redirect", to: path });
  if (oneTimeToken !== null) postForm({ onetimetoken: oneTimeToken, to: path });
  else open(signedIn ? path : await withTrackingQuery(path), "_top");
}

/** Adds a visitor's campaign: the app's own cookies don't have it when another site frames us. */
async function withTrackingQuery(path: string): Promise<string> {
  const { trackingQuery: campaignQuery } = await loadChunk(() => import("#app/growth/tracking/tracking-cookies.ts"));
  const url = new URL(path, location.origin);
  for (const [name, value] of campaignQuery(visitorCookies)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

async function fetchOneTimeToken(): Promise<string> {
  const { auth } = await loadChunk(() => import("#contract/auth.ts"));
  return (await call(auth.getOneTimeToken, {})).onetimetoken;
}

function postForm(fields: Readonly<Record<string, string>>): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/enter";
  form.target = "_top";
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
