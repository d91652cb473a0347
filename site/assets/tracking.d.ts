interface CookieJar {
  get(name: string): string | null;
  set(name: string, value: string, seconds: number): void;
  drop(name: string): void;
}

export const seconds: { readonly visit: number; readonly promo: number };
export const notAutoApplied: readonly string[];
export const healthWords: RegExp;
export const personalNumbers: readonly RegExp[];
export const widgetCookies: readonly string[];
export function keepVisit(visit: {
  search: string;
  cookies: CookieJar;
  now: number;
  newId: () => string;
  isPrivate: boolean;
}): void;
export function forWidget(cookies: CookieJar): { name: string; value: string }[];
export function intoApp(href: string, cookies: CookieJar): string;
