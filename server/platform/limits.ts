import { isIPv6 } from "node:net";
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
  /** Takes one use back: it turned out not to be of the kind that is counted. */
  readonly giveBack: (name: string, key: string, limit: Limit) => Promise<void>;
  /** What an address is counted as. */
  readonly networkOf: (address: string) => string;
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
    networkOf,
    async consume(name, key, limit) {
      try {
        await limiterOf(name, limit).consume(networkOf(key));
      } catch (reason) {
        const wait = (reason as { msBeforeNext?: number }).msBeforeNext;
        if (wait === undefined) throw reason;
        throw new Refusal("rate_limited", {
          retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)),
          ...(limit.message === undefined ? {} : { message: limit.message }),
        });
      }
    },
    async giveBack(name, key, limit) {
      await limiterOf(name, limit).reward(networkOf(key));
    },
    async close() {
      redis?.disconnect();
    },
  };
}

/**
 * An IPv6 address as its /64, which is what one household or one server gets: it can change the rest at every request. A key that is no IPv6
 * address is left as it is.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = (part: string) => part.split(":").filter((group) => group !== "");
  const before = groups(head);
  const after = groups(tail ?? "");
  const width = (part: readonly string[]) => part.length + (part.at(-1)?.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - width(before) - width(after);
  const all = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
