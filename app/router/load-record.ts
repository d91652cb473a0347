import { call } from "#app/api/api.ts";
import { isApiError } from "#app/api/api-error.ts";
import { session } from "#app/api/session.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";

/** Her onboarding record, or null when she has none. `token` before the session has begun. */
export async function fetchRecord(
  options: { token?: string; signInAt?: string } = {},
): Promise<OnboardingRecord | null> {
  try {
    return await call(onboarding.record, {}, options);
  } catch (error) {
    if (isApiError(error) && error.status === 404) return null;
    throw error;
  }
}

/** Brings the record into the session, where the guards read it. */
export async function loadRecord(signInAt?: string): Promise<void> {
  const before = session.get().token;
  const record = await fetchRecord(signInAt === undefined ? {} : { signInAt });
  if (before !== null && session.get().token !== null) session.keepRecord(record);
}
