import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from "rate-limiter-flexible";
import { Refusal } from "./refusal.ts";

/** At most `points` in `seconds`. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
  /** What she can do when it is reached, in a sentence more fitting than the code's own. */
  readonly message?: string;
}

export interface Limiter {
  /** Counts one use of `name` by `key`; throws a `rate_limited` Refusal with the seconds to wait when it is one too many. */
  readonly consume: (name: string, key: string, limit: Limit) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function createLimiter(redisUrl: string | null): Promise<Limiter> {
  const redis = redisUrl
    ? new (await import("ioredis")).Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1 })
    : null;
  // While Redis is away each node falls back to counting for itself.
  redis?.on("error", () => undefined);
  const limiters = new Map<string, RateLimiterAbstract>();

  const limiterOf = (name: string, { points, seconds }: Limit) => {
    const id = `${name}:${points}:${seconds}`;
    const known = limiters.get(id);
    if (known) return known;
    const options = { points, duration: seconds, keyPrefix: `limit:${name}` };
    const made = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: new RateLimiterMemory(options) })
      : new RateLimiterMemory(options);
    limiters.set(id, made);
    return made;
  };

  return {
    async consume(name, key, limit) {
      try {
        await limiterOf(name, limit).consume(key);
      } catch (reason) {
        const wait = (reason as { msBeforeNext?: number }).msBeforeNext;
        if (wait === undefined) throw reason;
        throw new Refusal("rate_limited", {
          retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)),
          ...(limit.message === undefined ? {} : { message: limit.message }),
        });
      }
    },
    async close() {
      redis?.disconnect();
    },
  };
}
