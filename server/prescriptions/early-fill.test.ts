import { describe, expect, test } from "vitest";
import { mayComeEarly } from "./early-fill.ts";

const at = (moment: string) => new Date(`2026-06-${moment}Z`);
const granted = { grantedAt: at("10T12:00:00"), endsOn: "2026-06-23" };
const box = (orderedAt: string) => ({ orderedAt: at(orderedAt) });

describe("whether the next box may come early", () => {
  test.each([
    ["on the day it's granted", "2026-06-10", true],
    ["on its last day", "2026-06-23", true],
    ["a day later", "2026-06-24", false],
  ])("%s", (_, today, expected) => {
    expect(mayComeEarly(granted, [box("01T12:00:00")], today)).toBe(expected);
  });

  test.each([
    ["what was ordered before", ["01T12:00:00", "10T11:59:59"], true],
    ["what was ordered since", ["01T12:00:00", "10T12:00:01"], false],
    ["nothing", [], true],
  ])("used up by %s: of several, each counts", (_, ordered, expected) => {
    expect(mayComeEarly(granted, ordered.map(box), "2026-06-12")).toBe(expected);
    expect(mayComeEarly(granted, ordered.toReversed().map(box), "2026-06-12")).toBe(expected);
  });

  test.each([null, undefined])("never without one: %s", (none) => {
    expect(mayComeEarly(none, [], "2026-06-12")).toBe(false);
  });
});
