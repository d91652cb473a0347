/** First-party cookies the app itself reads and writes. */
export interface CookieJar {
  get(name: string): string | null;
  /** Without `seconds` the cookie ends with the browser session. */
  set(name: string, value: string, seconds?: number): void;
  drop(name: string): void;
}

/** Value of `name` in a `document.cookie` string; null when absent or not decodable. */
export function readCookie(header: string, name: string): string | null {
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
export function serializeCookie(name: string, value: string, options: { seconds?: number; secure: boolean }): string {
  const age = options.seconds === undefined ? "" : `; Max-Age=${options.seconds}`;
  return `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${options.secure ? "; Secure" : ""}`;
}

/** In a frame without an origin of its own, reading or writing a cookie throws: there are none then. */
export const browserCookies: CookieJar = {
  get: (name) => {
    try {
      return readCookie(document.cookie, name);
    } catch {
      return null;
    }
  },
  set: (name, value, seconds) => {
    const secure = location.protocol === "https:";
    try {
      // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing on plain http
      document.cookie = serializeCookie(name, value, seconds === undefined ? { secure } : { seconds, secure });
    } catch {
      // Treated as refused.
    }
  },
  drop: (name) => browserCookies.set(name, "", 0),
};

/** A jar that keeps in memory what `jar` refuses, as browsers do in another site's frame. */
export function withMemoryFallback(jar: CookieJar): CookieJar {
  const memory = new Map<string, string>();
  return {
    get: (name) => jar.get(name) ?? memory.get(name) ?? null,
    set: (name, value, seconds) => {
      jar.set(name, value, seconds);
      if (jar.get(name) === value) memory.delete(name);
      else memory.set(name, value);
    },
    drop: (name) => {
      jar.drop(name);
      memory.delete(name);
    },
  };
}

/** Visitor attribution and browser id, also where cookies are refused. */
export const visitorCookies: CookieJar = withMemoryFallback(browserCookies);

/** A cookie jar in memory, where there is no document. */
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
