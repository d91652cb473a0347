/** First-party cookies the app itself reads and writes. */
export interface CookieJar {
  get(name: string): string | null;
  /** Without `seconds` the cookie ends with the browser session. */
  set(name: string, value: string, seconds?: number): void;
  drop(name: string): void;
}

/** Value of `name` in a `document.cookie` string; null when absent or not decodable. */
export function cookieIn(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const [key, ...rest] = pair.split("=");
    if (key?.trim() !== name) continue;
    try {
      return decodeURIComponent(rest.join("=").trim());
    } catch {
      return null;
    }
  }
  return null;
}

/** A `document.cookie` assignment: whole site, SameSite=Lax, Secure on https. */
export function cookieLine(name: string, value: string, options: { seconds?: number; secure: boolean }): string {
  const age = options.seconds === undefined ? "" : `; Max-Age=${options.seconds}`;
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${options.secure ? "; Secure" : ""}`;
}

export const browserCookies: CookieJar = {
  get: (name) => cookieIn(document.cookie, name),
  set: (name, value, seconds) => {
    const secure = location.protocol === "https:";
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing on plain http
    document.cookie = cookieLine(name, value, seconds === undefined ? { secure } : { seconds, secure });
  },
  drop: (name) => browserCookies.set(name, "", 0),
};

/** A jar of its own, where there is no document. */
export function memoryCookies(
  start: Readonly<Record<string, string>> = {},
): CookieJar & { all(): Record<string, string> } {
  const values = new Map(Object.entries(start));
  return {
    get: (name) => values.get(name) ?? null,
    set: (name, value) => void values.set(name, value),
    drop: (name) => void values.delete(name),
    all: () => Object.fromEntries(values),
  };
}
