/** The `token` of an address, and the address without it; null when it has none. */
export function takeToken(href: string): { token: string; rest: string } | null {
  const url = new URL(href);
  const token = url.searchParams.get("token");
  if (token === null) return null;
  url.searchParams.delete("token");
  return { token, rest: url.pathname + url.search + url.hash };
}
