import type { CartLine, Kept, OpenAttempt } from "#contract/frame.ts";
import { attemptsMax, cartLinesMax } from "#contract/frame-limits.ts";
import { isAttempt, isLine } from "./checks.ts";

const name = "cart";
export const emptyKept: Kept = { at: 0, seen: 0, attempts: [], lines: [] };

/** The cart in this browser's storage; the empty one where storage is refused or holds something else. */
export function readKept(storage: () => Storage): Kept {
  try {
    return keptIn(JSON.parse(storage().getItem(name) ?? "null")) ?? emptyKept;
  } catch {
    return emptyKept;
  }
}

export function writeKept(storage: () => Storage, kept: Kept): void {
  try {
    storage().setItem(name, JSON.stringify(kept));
  } catch {
    // Refused or full: the page that frames us keeps it too.
  }
}

/**
 * The newer of two carts. An attempt goes only when it is settled, never by being in the older one. Commands carried out count from the page that
 * sent them, so `seen` comes from there.
 */
export function newer(own: Kept, pages: Kept | null): Kept {
  if (pages === null) return { ...own, seen: 0 };
  const { at, lines } = own.at > pages.at ? own : pages;
  return { at, lines, seen: pages.seen, attempts: joined(own.attempts, pages.attempts) };
}

/** Attempts of both, each once; those of `newest` stay when there are too many. */
export function joined(attempts: readonly OpenAttempt[], newest: readonly OpenAttempt[]): OpenAttempt[] {
  const others = attempts.filter(({ key }) => newest.every((each) => each.key !== key));
  return [...others, ...newest].slice(-attemptsMax);
}

/** Attempts whose outcome is still not known when that of `key` is. */
export const without = (attempts: readonly OpenAttempt[], key: string): OpenAttempt[] =>
  attempts.filter((each) => each.key !== key);

function keptIn(value: unknown): Kept | null {
  if (typeof value !== "object" || value === null) return null;
  const { at, seen, attempts, lines } = value as Partial<Record<keyof Kept, unknown>>;
  if (typeof at !== "number" || typeof seen !== "number" || !Array.isArray(lines)) return null;
  return {
    at,
    seen,
    attempts: Array.isArray(attempts) ? (attempts.filter(isAttempt) as OpenAttempt[]).slice(-attemptsMax) : [],
    lines: (lines.filter(isLine) as CartLine[]).slice(0, cartLinesMax),
  };
}
