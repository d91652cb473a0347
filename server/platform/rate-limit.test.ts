import { expect, test } from "vitest";
import { newId } from "./ids.ts";
import { createRateLimiter, rateLimitNetwork } from "./rate-limit.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:7:1::5", "2001:db8:7:1::/64"],
  ["2001:0DB8:0007:0001:ffff:ffff:ffff:ffff", "2001:db8:7:1::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
  ["1:2:3:4:5:6:203.0.113.9", "1:2:3:4::/64"],
  ["018f2b6c-7d7e-7000-8000-000000000001", "018f2b6c-7d7e-7000-8000-000000000001"],
])("%s is counted as %s", (address, network) => {
  expect(rateLimitNetwork(address)).toBe(network);
});

test.each([
  ["in memory", null],
  ["in Redis", process.env["TEST_REDIS_URL"] ?? null],
])("a use that is given back may be made again, and no more than that: %s", async (_where, url) => {
  const limiter = await createRateLimiter(url);
  const key = newId();
  const limit = { points: 3, seconds: 60 };
  const consume = () =>
    limiter.consume("given-back", key, limit).then(
      () => true,
      () => false,
    );
  const first = [await consume(), await consume(), await consume()];
  await limiter.uncount("given-back", key, limit);
  const then = [await consume(), await consume()];
  await limiter.close();
  expect([first, then]).toEqual([
    [true, true, true],
    [true, false],
  ]);
});
