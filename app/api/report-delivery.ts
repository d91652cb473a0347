import { onboarding } from "#contract/onboarding.ts";
import { isApiError } from "./api-error.ts";
import type { Call } from "./client.ts";
import type { LogEntry } from "./report.ts";

/**
 * Sends one entry to its log. Throws when it could not be delivered now; what the server refuses is gone.
 * Loaded only when something went wrong: sign-in needs none of this.
 */
export async function deliverEntry(call: Call, { log, ...entry }: LogEntry): Promise<void> {
  const options = { silent: true, retry: false } as const;
  if (log === "client") await call(onboarding.errorLog, { body: entry }, options);
  else
    await call(
      log === "network" ? onboarding.networkLog : onboarding.onboardingLog,
      { body: { error: entry } },
      options,
    );
}
