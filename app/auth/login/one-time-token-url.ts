import { ownPath } from "#contract/fields/own-path.ts";

/** The `token` of an address, and the address without it; null when it has none. */
export function takeTokenFromUrl(href: string): { token: string; pathWithoutToken: string } | null {
  const url = new URL(href);
  const token = url.searchParams.get("token");
  if (token === null) return null;
  url.searchParams.delete("token");
  return { token, pathWithoutToken: url.pathname + url.search + url.hash };
}

/** Path of sign-in after a used one-time token: says so, and returns to the link's target. */
export function expiredLinkPath(pathWithoutToken: string): string {
  const query = new URLSearchParams({ link: "spent" });
  const target = ownPath(pathWithoutToken);
  if (target !== null && target !== "/" && !target.startsWith("/login")) query.set("redirectTo", target);
  return `/login?${query}`;
}
