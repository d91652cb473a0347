import { ApiError } from "#app/api/api-error.ts";
import { session } from "#app/api/session/session.ts";
import { loadChunk } from "#app/router/load-chunk.ts";
import type { SignedIn } from "#contract/auth.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";

/** A body whose message is not `success` is an error (spec §7). */
export function assertSuccessMessage({ message }: { readonly message: string }): void {
  if (message !== "success") throw new ApiError(message, { status: 200, code: "unexpected_reply" });
}

/**
 * Signs in on this device. The onboarding record is fetched first, so that the session begins with everything the guards need; `next` runs
 * synchronously with it, so that no guard sees the session on the old page.
 */
export async function beginSession(
  result: SignedIn,
  onStarted?: (record: OnboardingRecord | null) => void,
): Promise<void> {
  assertSuccessMessage(result);
  const { fetchOnboardingRecord: fetchRecord } = await loadChunk(() => import("#app/api/load-record.ts"));
  const record = await fetchRecord({ token: result.idToken });
  session.signedIn(result.idToken, record);
  onStarted?.(record);
}
