import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { startOfDay } from "#server/platform/clock/calendar-days.ts";
import { dueBy, heldProducts, mostUrgent } from "./due.ts";

const content = await shippedContent();
const { timezone } = content.brand;
const at = (day: string, hour: number) => ({
  content,
  clock: { now: () => new Date(startOfDay(timezone, day).getTime() + hour * 3_600_000) },
});

describe("until when somebody looks", () => {
  test.each([
    // Friday, November 27.
    ["2026-11-27", 9, "today", "2026-11-27", true],
    ["2026-11-27", 17.9, "today", "2026-11-27", true],
    ["2026-11-27", 18, "today", "2026-11-28", false],
    ["2026-11-27", 23, "today", "2026-11-28", false],
    ["2026-11-27", 9, 1, "2026-11-30", false],
    ["2026-11-27", 9, 3, "2026-12-02", false],
    ["2026-11-26", 20, 1, "2026-11-30", false],
    ["2026-11-28", 9, "today", "2026-11-28", true],
    ["2026-11-28", 9, 1, "2026-11-30", false],
    ["2026-11-24", 9, 2, "2026-11-27", false],
  ] as const)("told on %s at %i with %s: by %s", (day, hour, within, by, isToday) => {
    const due = dueBy(at(day, hour), within);
    expect([due.day, due.isToday]).toEqual([by, isToday]);
    expect(due.at).toEqual(startOfDay(timezone, addDay(by)));
  });

  test("of several the earliest counts; of none there is none", () => {
    const looks = [{ within: 3 }, { within: "today" }, { within: 1 }] as const;
    expect(mostUrgent(looks)?.within).toBe("today");
    expect(mostUrgent([{ within: 2 }, { within: 1 }])?.within).toBe(1);
    expect(mostUrgent([])).toBeNull();
  });
});

test("only what is prescribed can wait", () => {
  const all = heldProducts(content, () => true);
  const prescribed = content.catalogue.products.filter(({ prescription }) => prescription);
  expect(all).toEqual(prescribed.map(({ productid }) => productid));
  expect(all.length).toBeLessThan(content.catalogue.products.length + 1);
  expect(heldProducts(content, ({ productid }) => productid === "estradiol_patch_0_05")).toEqual([
    "estradiol_patch_0_05",
  ]);
});

const addDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
