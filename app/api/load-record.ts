import { call } from "./call.ts";
import { isApiError } from "./api-error.ts";
import { session } from "./session/session.ts";
import { type OnboardingRecord, recordCalls } from "#contract/onboarding/record.ts";

/** Fetches the patient's onboarding record, or null when they have none. `token` before the session has begun. */
export async function fetchOnboardingRecord(
  options: { token?: string; signInAt?: string } = {},
): Promise<OnboardingRecord | null> {
  try {
    return await call(recordCalls.record, {}, options);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** Loads the record into the session, where the guards read it. */
export async function loadOnboardingRecord(signInAt?: string): Promise<void> {
  const tokenBefore = session.get().token;
  const record = await fetchOnboardingRecord(signInAt === undefined ? {} : { signInAt });
  if (tokenBefore !== null && session.get().token !== null) session.setRecord(record);
}
