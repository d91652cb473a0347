import type { RequestFacts } from "#server/platform/http/handler.ts";
import type { Limit } from "#server/platform/limits.ts";
import type { Services } from "#server/platform/services.ts";

const minute = 60;

/** What may be tried: per account, and per address as a share of the requests it may make in a minute. */
const attempts = {
  signin: { account: { points: 20, seconds: 15 * minute }, address: { share: 1 / 10, seconds: 5 * minute } },
  signup: { account: { points: 10, seconds: 60 * minute }, address: { share: 1 / 20, seconds: 5 * minute } },
  forgot: { account: { points: 5, seconds: 15 * minute }, address: { share: 1 / 20, seconds: 5 * minute } },
  confirm: { account: { points: 10, seconds: 15 * minute }, address: { share: 1 / 20, seconds: 5 * minute } },
  password: { account: { points: 10, seconds: 15 * minute }, address: { share: 1 / 10, seconds: 5 * minute } },
  email: { account: { points: 5, seconds: 15 * minute }, address: { share: 1 / 20, seconds: 5 * minute } },
  refresh: { account: null, address: { share: 1 / 3, seconds: 5 * minute } },
  onetimetoken: { account: { points: 60, seconds: 15 * minute }, address: { share: 1 / 10, seconds: 5 * minute } },
  invitation: { account: null, address: { share: 1 / 20, seconds: 5 * minute } },
  mailinglist: { account: { points: 5, seconds: 60 * minute }, address: { share: 1 / 20, seconds: 5 * minute } },
} as const satisfies Record<string, { account: Limit | null; address: { share: number; seconds: number } }>;

export type Attempt = keyof typeof attempts;

type Parts = Pick<Services, "limiter" | "secrets" | "config"> & { readonly request: Pick<RequestFacts, "address"> };

/**
 * Counts one attempt by the caller's address and, where one is meant, on `account`: an e-mail, known or not, or a
 * patient's id. One too many is refused `rate_limited` with the seconds to wait; the count ends by itself.
 */
export async function countAttempt(parts: Parts, attempt: Attempt, account?: string): Promise<void> {
  const { limiter, secrets, config, request } = parts;
  const { account: perAccount, address } = attempts[attempt];
  const points = Math.max(5, Math.floor(config.requestsPerMinute * address.share));
  await limiter.consume(`${attempt}-address`, request.address, { points, seconds: address.seconds });
  if (perAccount === null || account === undefined) return;
  const digest = secrets.digest(account.toLowerCase()).toString("base64url");
  await limiter.consume(`${attempt}-account`, digest, perAccount);
}
