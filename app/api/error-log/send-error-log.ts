import { visitEventCalls } from "#contract/growth/client-events.ts";
import { isApiError } from "../api-error.ts";
import type { Call } from "../request.ts";
import type { ErrorLogEntry } from "./error-log.ts";

/**
 * Sends one entry to its log. Throws when there was no response, so that it is retried later; an entry that the server refuses is dropped. Loaded
 * only when something went wrong: sign-in needs none of this.
 */
export async function sendErrorLogEntry(call: Call, { log, ...entry }: ErrorLogEntry): Promise<void> {
  const options = { silent: true, retry: false } as const;
  const body = { error: entry };
  try {
    if (log === "client") await call(visitEventCalls.errorLog, { body: entry }, options);
    else if (log === "network") await call(visitEventCalls.networkLog, { body }, options);
    else await call(visitEventCalls.onboardingLog, { body }, options);
  } catch (error) {
    if (!isApiError(error) || error.code === "network") throw error;
  }
}
