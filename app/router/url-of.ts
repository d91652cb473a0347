/** An address as a URL, null where it is invalid: `URL.parse` where browsers have it. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
