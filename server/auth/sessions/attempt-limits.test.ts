import { expect, test } from "vitest";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { type AttemptKind, countAttempt, limitPasswordGuesses, mayMailRecovery } from "./attempt-limits.ts";

/** What is counted, at a node that allows so many requests a minute. */
function counting(requestsPerMinute = 1200, refuses?: Error) {
  const counted: [name: string, key: string, limit: RateLimit][] = [];
  const given: string[] = [];
  const services = {
    limiter: {
      consume: (...each: (typeof counted)[number]) => {
        counted.push(each);
        return refuses ? Promise.reject(refuses) : Promise.resolve();
      },
      uncount: (name: string) => Promise.resolve(void given.push(name)),
      rateLimitNetwork: (address: string) => `network of ${address}`,
    },
    secrets: {
      digest: (text: string) => Buffer.from(text),
      derive: () => Buffer.alloc(32),
    },
    config: { requestsPerMinute },
    request: { address: "1.2.3.4" },
    cookies: { get: () => undefined },
  } as never as Parameters<typeof limitPasswordGuesses>[0];
  return { counted, given, services };
}
const digest = (text: string) => Buffer.from(text).toString("base64url");
const quarter = 15 * 60;
const ofNetwork = `${digest("a@example.com")} network of 1.2.3.4`;
const ofAccount = digest("a@example.com");

/** Of each kind: how many an address may make in five minutes, of 1,200 requests; and what is counted of an account, if anything. */
const kinds: Readonly<
  Record<AttemptKind, readonly [perAddress: number, ofAccount: readonly [string, number, number] | null]>
> = {
  signup: [60, null],
  forgot: [60, [ofNetwork, 5, quarter]],
  confirm: [60, [ofNetwork, 10, quarter]],
  password: [120, [ofAccount, 10, quarter]],
  email: [60, [ofAccount, 5, quarter]],
  refresh: [400, null],
  onetimetoken: [120, [ofAccount, 60, quarter]],
  invitation: [60, null],
  mailinglist: [60, [ofAccount, 5, 4 * quarter]],
};

test.each(Object.entries(kinds) as [AttemptKind, (typeof kinds)[AttemptKind]][])(
  "%s: so many attempts are allowed by an address, and of an account",
  async (kind, [perAddress, account]) => {
    const { counted, services } = counting();
    await countAttempt(services, kind, "A@example.com");
    const [key, points, seconds] = account ?? [];
    expect(counted.map(([name, by, limit]) => [name, by, limit.points, limit.seconds])).toEqual([
      [`${kind}-address`, "1.2.3.4", perAddress, 300],
      ...(account ? [[`${kind}-account`, key, points, seconds]] : []),
    ]);
    const alone = counting();
    await countAttempt(alone.services, kind);
    expect(alone.counted).toHaveLength(1);
  },
);

test.each([
  [1200, 60],
  [119, 5],
  [139, 6],
  [20, 5],
])("of %i requests a minute an address may make %i attempts, and never fewer than five", async (requests, points) => {
  const { counted, services } = counting(requests);
  await countAttempt(services, "signup");
  expect(counted[0]?.[2].points).toBe(points);
});

test.each<[string, () => Promise<string>, readonly string[]]>([
  ["the right password", () => Promise.resolve("in"), ["guess-address", "guess-account"]],
  ["a wrong one", () => Promise.reject(new Refusal("wrong_credentials" as never)), []],
  ["one of a known e-mail", () => Promise.reject(new Refusal("email_taken" as never)), []],
  ["another refusal", () => Promise.reject(new Refusal("unavailable")), ["guess-address", "guess-account"]],
  ["a failure", () => Promise.reject(new Error("down")), ["guess-address", "guess-account"]],
])("a guess is given back but for a wrong password: %s", async (_, verify, expected) => {
  const { counted, given, services } = counting();
  const outcome = (work: Promise<string>) => work.catch((error: unknown) => String(error));
  expect(await outcome(limitPasswordGuesses(services, "a@example.com", verify))).toBe(await outcome(verify()));
  expect(counted.map(([name, key, { points, seconds }]) => [name, key, points, seconds])).toEqual([
    ["guess-address", "1.2.3.4", 120, 300],
    ["guess-account", ofAccount, 20, quarter],
  ]);
  expect(given).toEqual(expected);
});

test("five recovery mails are sent to an e-mail in a quarter of an hour, and no more is refused", async () => {
  const { counted, services } = counting();
  expect(await mayMailRecovery(services, "A@example.com")).toBe(true);
  expect(counted).toEqual([["recovery-mails", ofAccount, { points: 5, seconds: quarter }]]);
  expect(await mayMailRecovery(counting(1, new Refusal("rate_limited")).services, "a")).toBe(false);
  await expect(mayMailRecovery(counting(1, new Refusal("unavailable")).services, "a")).rejects.toThrow();
  await expect(mayMailRecovery(counting(1, new Error("down")).services, "a")).rejects.toThrow("down");
});
