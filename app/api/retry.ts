import { limits } from "#contract/constants.ts";
import { isApiError } from "./api-error.ts";

/** No response, or a server failure: worth a retry. A refusal is not. */
export const isRetryable = (error: unknown): boolean =>
  isApiError(error) && (error.code === "network" || error.status >= 500);

/** Retries once after 3 s × attempt (spec §7, §9). */
export async function withRetry<T>(
  run: () => Promise<T>,
  wait: (ms: number) => Promise<void>,
  retries: number,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt > retries || !isRetryable(error)) throw error;
      await wait(limits.apiRetryDelayMs * attempt);
    }
  }
}
