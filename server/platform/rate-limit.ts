import { isIPv6 } from "node:net";
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from "rate-limiter-flexible";
import { type SystemReports, unreported } from "./outside/outside.ts";
import { openRedis } from "./redis/open-redis.ts";
import { type RedisAnswer, redisAnswer, redisTable } from "./redis/redis-answers.ts";
import { Refusal } from "./refusal.ts";
import type { Words } from "./sentences.ts";

/** At most `points` in `seconds`. */
export interface RateLimit {
  readonly points: number;
  readonly seconds: number;
  /** What the patient can do when the limit is reached, more specific than the code's own text. */
  readonly message?: Words;
}

type Counts = { readonly [Method in "consume" | "reward"]: (key: string) => ReturnType<RateLimiterAbstract[Method]> };

export interface RateLimiter {
  /** Counts one use of `name` by `key`; throws a `rate_limited` Refusal with the seconds to wait when there are too many. */
  readonly consume: (name: string, key: string, limit: RateLimit) => Promise<void>;
  /** Takes one use back, because it turned out not to be of the counted kind. */
  readonly uncount: (name: string, key: string, limit: RateLimit) => Promise<void>;
  /** The network an address is counted as. */
  readonly rateLimitNetwork: (address: string) => string;
  readonly close: () => Promise<void>;
}

/** While Redis can't count, each node counts for itself, and whoever reports is told. */
export async function createRateLimiter(
  redisUrl: string | null,
  reports: SystemReports<Exclude<RedisAnswer, "unknown">> = unreported(redisTable),
): Promise<RateLimiter> {
  const redis = redisUrl ? await openRedis(redisUrl) : null;
  const report = (error: unknown) => {
    const { answer, code } = redisAnswer(error);
    reports.failed(answer, code);
  };
  redis?.on("error", report);
  const limiters = new Map<string, Counts>();

  const limiterOf = (name: string, { points, seconds }: RateLimit) => {
    const id = `${name}:${points}:${seconds}`;
    const existing = limiters.get(id);
    if (existing) return existing;
    const options = { points, duration: seconds, keyPrefix: `limit:${name}` };
    const created = redis
      ? insured(new RateLimiterRedis({ ...options, storeClient: redis }), options)
      : new RateLimiterMemory(options);
    limiters.set(id, created);
    return created;
  };

  /** Counts in memory what Redis can't. */
  const insured = (shared: RateLimiterRedis, options: IRateLimiterOptions): Counts => {
    const own = new RateLimiterMemory(options);
    const orOwn = async <T>(act: (limiter: Counts) => Promise<T>): Promise<T> => {
      try {
        const counted = await act(shared);
        reports.worked();
        return counted;
      } catch (error) {
        // Beyond the limit isn't an error, but an answer.
        if (!(error instanceof Error)) {
          reports.worked();
          throw error;
        }
        report(error);
        return act(own);
      }
    };
    return {
      consume: (key) => orOwn((limiter) => limiter.consume(key)),
      reward: (key) => orOwn((limiter) => limiter.reward(key)),
    };
  };

  return {
    rateLimitNetwork,
    async consume(name, key, limit) {
      try {
        await limiterOf(name, limit).consume(rateLimitNetwork(key));
      } catch (reason) {
        const waitMs = (reason as { msBeforeNext?: number }).msBeforeNext;
        if (waitMs === undefined) throw reason;
        throw new Refusal("rate_limited", {
          retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
          ...(limit.message === undefined ? {} : { message: limit.message }),
        });
      }
    },
    async uncount(name, key, limit) {
      await limiterOf(name, limit).reward(rateLimitNetwork(key));
    },
    async close() {
      redis?.disconnect();
    },
  };
}

/**
 * An IPv6 address as its /64, which is what one household or server gets: it can change the rest with every request. A key that is no IPv6
 * address is returned unchanged.
 */
export function rateLimitNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = (part: string) => part.split(":").filter((group) => group !== "");
  const before = groups(head);
  const after = groups(tail ?? "");
  const groupCount = (part: readonly string[]) => part.length + (part.at(-1)?.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - groupCount(before) - groupCount(after);
  const expandedGroups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${expandedGroups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
