import type { CookieJar, RequestMetadata } from "#server/platform/http/handler.ts";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { knownDevice } from "./known-device.ts";

const minute = 60;

/**
 * Attempts allowed per account, and per address as a share of the requests it may make in a minute. Where a stranger could use up an
 * account's attempts to lock its owner out, they are counted per account *and* address; password guesses have their own rule below.
 */
const attemptLimits = {
  signup: { account: null, address: { share: 1 / 20, seconds: 5 * minute } },
  forgot: {
    account: { points: 5, seconds: 15 * minute, perAddress: true },
    address: { share: 1 / 20, seconds: 5 * minute },
  },
  confirm: {
    account: { points: 10, seconds: 15 * minute, perAddress: true },
    address: { share: 1 / 20, seconds: 5 * minute },
  },
  password: { account: { points: 10, seconds: 15 * minute }, address: { share: 1 / 10, seconds: 5 * minute } },
  email: { account: { points: 5, seconds: 15 * minute }, address: { share: 1 / 20, seconds: 5 * minute } },
  refresh: { account: null, address: { share: 1 / 3, seconds: 5 * minute } },
  onetimetoken: { account: { points: 60, seconds: 15 * minute }, address: { share: 1 / 10, seconds: 5 * minute } },
  invitation: { account: null, address: { share: 1 / 20, seconds: 5 * minute } },
  mailinglist: { account: { points: 5, seconds: 60 * minute }, address: { share: 1 / 20, seconds: 5 * minute } },
} as const satisfies Record<
  string,
  { account: (RateLimit & { readonly perAddress?: true }) | null; address: { share: number; seconds: number } }
>;

export type AttemptKind = keyof typeof attemptLimits;

/** Wrong passwords for an account from any unknown device, and for an account on one known device. */
const wrongPasswordLimit = { points: 20, seconds: 15 * minute };
const wrongPasswordLimitPerAddress = { share: 1 / 10, seconds: 5 * minute };
/** Recovery mails to one account, whoever asks. The window is short enough that the last mailed link is still valid within it. */
const recoveryMailLimit = { points: 5, seconds: 15 * minute };

type Deps = Pick<Services, "limiter" | "secrets" | "config"> & { readonly request: Pick<RequestMetadata, "address"> };

/**
 * Counts one attempt by the caller's address and, if given, on `account`: an e-mail, known or not, or a
 * patient's id. Too many are refused `rate_limited` with the seconds to wait; the count expires by itself.
 */
export async function countAttempt(services: Deps, attempt: AttemptKind, account?: string): Promise<void> {
  const { limiter, request } = services;
  const { account: perAccount, address } = attemptLimits[attempt];
  await limiter.consume(`${attempt}-address`, request.address, addressLimit(services, address));
  if (perAccount === null || account === undefined) return;
  const key = accountDigest(services, account);
  const limiterKey = "perAddress" in perAccount ? `${key} ${limiter.rateLimitNetwork(request.address)}` : key;
  await limiter.consume(`${attempt}-account`, limiterKey, perAccount);
}

/**
 * Runs a password check and counts it if the password was wrong. It is counted before and given back after, so that parallel guesses
 * cannot exceed the limit. On a device where the account signed in before, only that device's guesses count: strangers can't use them up.
 */
export async function limitPasswordGuesses<T>(
  services: Deps & { readonly cookies: CookieJar },
  email: string,
  verifyPassword: () => Promise<T>,
): Promise<T> {
  const { limiter, request } = services;
  const account = accountDigest(services, email);
  const device = knownDevice(services, email);
  const counters: { readonly name: string; readonly key: string; readonly limit: RateLimit }[] =
    device === null
      ? [
          { name: "guess-address", key: request.address, limit: addressLimit(services, wrongPasswordLimitPerAddress) },
          { name: "guess-account", key: account, limit: wrongPasswordLimit },
        ]
      : [{ name: "guess-device", key: `${account} ${device}`, limit: wrongPasswordLimit }];
  for (const { name, key, limit } of counters) await limiter.consume(name, key, limit);
  try {
    const result = await verifyPassword();
    await Promise.all(counters.map(({ name, key, limit }) => limiter.uncount(name, key, limit)));
    return result;
  } catch (error) {
    const isWrongPassword = error instanceof Refusal && ["wrong_credentials", "email_taken"].includes(error.code);
    if (!isWrongPassword) await Promise.all(counters.map(({ name, key, limit }) => limiter.uncount(name, key, limit)));
    throw error;
  }
}

/**
 * Whether a recovery mail may still be sent to this e-mail, known or not. Exceeding the limit is not refused: the caller gets the same answer, and
 * the mails just sent still work, so nobody can lock the owner out by asking in their name.
 */
export async function mayMailRecovery(services: Deps, email: string): Promise<boolean> {
  try {
    await services.limiter.consume("recovery-mails", accountDigest(services, email), recoveryMailLimit);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "rate_limited") return false;
    throw error;
  }
}

const accountDigest = ({ secrets }: Deps, account: string): string =>
  secrets.digest(account.toLowerCase()).toString("base64url");

const addressLimit = ({ config }: Deps, { share, seconds }: { readonly share: number; readonly seconds: number }) => ({
  points: Math.max(5, Math.floor(config.requestsPerMinute * share)),
  seconds,
});
