import { describe, expect, it, test } from "vitest";
import { nextAttemptAt, outcomeOf, resumeAt } from "./retry-schedule.ts";

const now = new Date("2026-03-01T12:00:00Z");

describe("decisions §11 ten attempts over three days", () => {
  it("the waits grow, and add up to three days", () => {
    const waits: number[] = [];
    for (let attempts = 1; ; attempts += 1) {
      const next = nextAttemptAt(attempts, now, () => 0.5);
      if (next === null) break;
      waits.push(next.getTime() - now.getTime());
    }
    expect(waits).toHaveLength(9);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(waits.reduce((sum, each) => sum + each, 0) / 3_600_000).toBeCloseTo(72, 0);
  });
  it("are spread by a tenth", () => {
    const at = (random: number) => (nextAttemptAt(4, now, () => random)?.getTime() ?? 0) - now.getTime();
    expect([at(0), at(1)]).toEqual([27 * 60_000, 33 * 60_000]);
  });
});

test.each([
  [101, "down"],
  [200, "accepted"],
  [204, "accepted"],
  [301, "refused"],
  [302, "refused"],
  [400, "refused"],
  [401, "refused"],
  [404, "refused"],
  [408, "down"],
  [410, "gone"],
  [429, "down"],
  [500, "down"],
  [503, "down"],
] as const)("an answer of %s means %s", (status, outcome) => {
  expect(outcomeOf({ status, retryAfterSeconds: null })).toBe(outcome);
});
test.each(["timeout", "refused_address", "unreachable"] as const)("no answer (%s) means down", (error) => {
  expect(outcomeOf({ error })).toBe("down");
});

describe("an endpoint that nothing reaches is left alone for longer and longer", () => {
  const pause = (failures: number, retryAfter: number | null = null) =>
    (resumeAt(failures, retryAfter, now, () => 0.5).getTime() - now.getTime()) / 1000;
  it("up to ten minutes", () => {
    expect([1, 2, 3, 4, 5, 6, 100].map((failures) => pause(failures))).toEqual([5, 30, 120, 300, 600, 600, 600]);
  });
  it("at least as long as it asked for, at most an hour", () => {
    expect([pause(1, 60), pause(5, 60), pause(1, 1e9)]).toEqual([60, 600, 3600]);
  });
});
