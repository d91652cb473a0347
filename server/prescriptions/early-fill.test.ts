import { describe, expect, test } from "vitest";
import { mayComeEarly, withLosses } from "./early-fill.ts";

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
    ["what was ordered as it was granted", ["10T12:00:00"], true],
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

describe("decisions §19 a box that was lost or damaged", () => {
  const zone = "America/New_York";
  const loss = { product_id: "patch", granted_at: at("12T12:00:00"), ends_on: "2026-06-25" };
  const boxOf = (orderId: string, day: string, leftOn: string | null, isThere = true) => ({
    ...{ orderId, days: 28, orderedAt: at(`${day}T12:00:00`), orderedOn: `2026-06-${day}` },
    ...{ shippedOn: leftOn, deliveredOn: isThere ? leftOn : null },
  });
  const before = [
    boxOf("at home", "01", "2026-06-04"),
    boxOf("that day", "02", "2026-06-12"),
    boxOf("on its way", "03", "2026-06-11", false),
    boxOf("at the pharmacy", "04", null),
    boxOf("a day later", "05", "2026-06-13"),
  ];
  const gone = (boxes: readonly ReturnType<typeof boxOf>[], losses = [loss]) =>
    withLosses(boxes, losses, zone).flatMap(({ orderId, goneOn }) => (goneOn === undefined ? [] : [[orderId, goneOn]]));

  test("is gone with all that had left, once the box it's replaced by is ordered; what hadn't left is not", () => {
    expect(gone(before)).toEqual([]);
    expect(gone([...before, boxOf("early", "25", null)])).toEqual([
      ["at home", "2026-06-12"],
      ["that day", "2026-06-12"],
      ["on its way", "2026-06-12"],
    ]);
  });

  test("counts where nothing was ordered until the early fill ended, or only before it", () => {
    expect(gone([...before, boxOf("later", "26", null)])).toEqual([]);
    expect(gone([...before, { ...boxOf("sooner", "12", null), orderedAt: loss.granted_at }])).toEqual([]);
  });

  test("twice: each box is gone since the first of both that took it", () => {
    const second = { ...loss, granted_at: at("20T12:00:00"), ends_on: "2026-06-30" };
    const boxes = [boxOf("first", "01", "2026-06-04"), boxOf("second", "13", "2026-06-15"), boxOf("third", "21", null)];
    expect(gone(boxes, [loss, second])).toEqual([
      ["first", "2026-06-12"],
      ["second", "2026-06-20"],
    ]);
  });

  test("is dated by the practice's day, at 11 p.m. too", () => {
    const evening = { ...loss, granted_at: at("13T03:00:00") };
    expect(gone([boxOf("at home", "01", "2026-06-04"), boxOf("early", "14", null)], [evening])).toEqual([
      ["at home", "2026-06-12"],
    ]);
  });
});
