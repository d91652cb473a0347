import { parseUrl } from "#app/router/url-of.ts";
import { ownPath } from "#contract/fields/own-path.ts";

/** Somewhere outside the widget: a path of the app, or a path of the marketing site. */
export interface LeaveTarget {
  readonly site: "app" | "marketing";
  readonly path: string;
}

/** Where an address leads, if it is a path of the app or an address of the marketing site; null for any other (spec §4). */
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
