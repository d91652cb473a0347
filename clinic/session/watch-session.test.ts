import { expect, test } from "vitest";
import { secondsToLock } from "./lock-countdown.tsx";
import { nextLook, watchEveryMs } from "./watch-session.ts";

const now = Date.parse("2026-11-25T17:00:00Z");
const quiet = { now, locksAt: now + 600_000, lastInputAt: now - 300_000, lastExtendedAt: now - 120_000 };

test("decisions §11 an open page looks often enough that a removed person is out within five seconds", () => {
  expect(watchEveryMs).toBeLessThan(5000);
  expect(nextLook(quiet)).toBe("ask");
});

test("decisions §11 after fifteen minutes the page locks by its own clock, also offline", () => {
  expect(nextLook({ ...quiet, locksAt: now })).toBe("lock");
  expect(nextLook({ ...quiet, locksAt: now + 1 })).toBe("ask");
});

test("somebody who types without calling anything stays in; a page nobody uses doesn't", () => {
  expect(nextLook({ ...quiet, lastInputAt: now - 1000 })).toBe("extend");
  expect(nextLook({ ...quiet, lastInputAt: now - 1000, lastExtendedAt: now - 30_000 })).toBe("ask");
  expect(nextLook({ ...quiet, lastInputAt: quiet.lastExtendedAt })).toBe("ask");
});

test("the countdown is shown in the last minute only", () => {
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  expect([at(90), at(60), at(1), at(-5)].map((locksat) => secondsToLock(locksat, now))).toEqual([null, 60, 1, 0]);
  expect(secondsToLock(null, now)).toBeNull();
});
