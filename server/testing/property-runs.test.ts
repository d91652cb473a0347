import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { propertyRuns } from "./property-runs.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["", 2],
  ["many", 5],
])("PROPERTY_RUNS=%s: each example runs, and as many random cases as are wanted", (setting, random) => {
  vi.stubEnv("PROPERTY_RUNS", setting);
  const seen: number[] = [];
  const examples: [number][] = [[-1], [-2], [-3]];
  fc.assert(
    fc.property(fc.nat(), (value) => void seen.push(value)),
    propertyRuns(2, 5, examples),
  );
  expect(seen.slice(0, 3)).toEqual([-1, -2, -3]);
  expect(seen.slice(3).filter((value) => value >= 0)).toHaveLength(random);
});
