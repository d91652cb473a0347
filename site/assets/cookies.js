/** First-party cookies of this site, for the whole site. @type {import("../tracking.ts").CookieJar} */
export const browserCookies = {
  get(name) {
    for (const pair of document.cookie.split(";")) {
      const [key, ...rest] = pair.split("=");
      if (key?.trim() !== name) continue;
      try {
        return decodeURIComponent(rest.join("=").trim());
      } catch {
        return null;
      }
    }
    return null;
  },
  set(name, value, seconds) {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing on plain http
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`;
  },
  drop: (name) => browserCookies.set(name, "", 0),
};

/** Text stored for this tab, where the browser allows it. */
export const tabMemory = {
  /** @param {string} name */
  get(name) {
    try {
      return sessionStorage.getItem(name);
    } catch {
      return null;
    }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      sessionStorage.setItem(name, value);
    } catch {
      // Without storage it ends with the page.
    }
  },
};
