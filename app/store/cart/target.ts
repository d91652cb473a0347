import { parseUrl } from "#app/router/urls.ts";
import { ownPath } from "#contract/fields/own-path.ts";

/** A target outside the widget: a path of the app, or of the marketing site. */
export interface LeaveTarget {
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
