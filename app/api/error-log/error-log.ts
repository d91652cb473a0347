import type { ApiError } from "../api-error.ts";

/** Which of the server's logs an error belongs to. */
export type ErrorLogName = "network" | "onboarding" | "client";

export interface ErrorLogEntry {
  readonly log: ErrorLogName;
  readonly event: string;
  readonly error_log: string;
  /** Path without its query: queries can hold personal data. */
  readonly referring_step: string;
  readonly created_at: string;
}

/**
 * The log entry for a failed call (spec §7, §8): network errors and server failures always, others during onboarding; never a 400; a 500 as the id of
 * the server's own log line.
 */
export function errorLogEntry(
  error: ApiError,
  context: { readonly call: string; readonly path: string; readonly onboarding: boolean; readonly at: string },
): ErrorLogEntry | null {
  if (error.status === 400) return null;
  const rest = { event: context.call, referring_step: context.path, created_at: context.at };
  if (error.code === "network") return { log: "network", error_log: `Network error: ${context.call}`, ...rest };
  if (!context.onboarding && error.status < 500) return null;
  const text =
    error.status === 500 ? `Server error -- Log ID: ${error.requestId ?? "unknown"}` : `${error.status} ${error.code}`;
  return { log: context.onboarding ? "onboarding" : "client", error_log: text, ...rest };
}

/** Keeps entries until they are delivered; an entry that cannot be delivered is sent along with the next one. */
export function createErrorReporter(deliver: (entry: ErrorLogEntry) => Promise<void>, capacity = 20) {
  const waiting: ErrorLogEntry[] = [];
  let delivering: Promise<void> | null = null;

  async function drain() {
    for (let entry = waiting[0]; entry; entry = waiting[0]) {
      await deliver(entry);
      waiting.shift();
    }
  }
  const flush = (): Promise<void> =>
    (delivering ??= drain()
      .catch(() => {})
      .finally(() => {
        delivering = null;
      }));
  return {
    flush,
    add(entry: ErrorLogEntry): Promise<void> {
      waiting.push(entry);
      if (waiting.length > capacity) waiting.shift();
      return flush();
    },
  };
}
