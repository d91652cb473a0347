import { describe, expect, test } from "vitest";
import { drawSample, sampleSize } from "./draw-sample.ts";

const numbers = { note: "", least: 5, percent: 10, most: 20 };
const decisions = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `note-${at}` }));

describe("decisions §20 the sample of a month's decisions", () => {
  test.each([
    [1, 1],
    [4, 4],
    [5, 5],
    [50, 5],
    [51, 6],
    [70, 7],
    [120, 12],
    [200, 20],
    [900, 20],
  ])("of %i decisions %i are read", (decided, read) => {
    expect(sampleSize(numbers, decided)).toBe(read);
    expect(drawSample(numbers, "2026-10-01", decisions(decided))).toHaveLength(read);
  });

  test("can be drawn again, in whatever order the decisions come; another month draws others", () => {
    const ids = (month: string, of = decisions(100)) => drawSample(numbers, month, of).map(({ id }) => id);
    const drawn = ids("2026-10-01");
    expect(new Set(drawn).size).toBe(10);
    expect(ids("2026-10-01", decisions(100).toReversed())).toEqual(drawn);
    expect(ids("2026-11-01")).not.toEqual(drawn);
    // Not the first ones of the month.
    expect(drawn.toSorted()).not.toEqual(
      decisions(10)
        .map(({ id }) => id)
        .toSorted(),
    );
  });
});
