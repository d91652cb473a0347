import { describe, expect, test } from "vitest";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { type Box, chargeDay, daysOnHand, earliestFill, emptyOn, isOnHand, medicineUseSpans } from "./timeline.ts";

const arrived = (deliveredOn: string, days = 28): Box => ({
  days,
  orderedOn: deliveredOn,
  shippedOn: deliveredOn,
  deliveredOn,
});
const lead = 7;

describe("decisions §9 the first box is used from its delivery", () => {
  test.each([
    ["delivered", { shippedOn: "2026-05-02", deliveredOn: "2026-05-05" }, "2026-05-05"],
    ["shipped, arrival unknown: from its shipping", { shippedOn: "2026-05-02", deliveredOn: null }, "2026-05-02"],
    ["at the pharmacy: from today at the earliest", { shippedOn: null, deliveredOn: null }, "2026-05-09"],
  ])("%s", (_, known, from) => {
    const box = { days: 28, orderedOn: "2026-05-01", ...known };
    expect(medicineUseSpans([box], "2026-05-09")).toEqual([{ from, until: addDays(from, 28) }]);
  });
});

describe("decisions §9 boxes are used one after the other", () => {
  test("one that arrives early is used once the one before is empty", () => {
    expect(medicineUseSpans([arrived("2026-05-22"), arrived("2026-05-01")], "2026-05-22")).toEqual([
      { from: "2026-05-01", until: "2026-05-29" },
      { from: "2026-05-29", until: "2026-06-26" },
    ]);
  });
  test("one that arrives after a gap is used from its arrival", () => {
    expect(emptyOn([arrived("2026-05-01"), arrived("2026-08-01")], "2026-08-01")).toBe("2026-08-29");
  });
});

test("decisions §9 a medicine is on hand from the day its box arrives until the last of its days, gaps apart; what is in transit is not", () => {
  const boxes = [
    arrived("2026-05-01"),
    arrived("2026-06-10"),
    { days: 28, orderedOn: "2026-07-01", shippedOn: "2026-07-02", deliveredOn: null },
  ];
  const days = ["2026-04-30", "2026-05-01", "2026-05-28", "2026-05-29", "2026-06-10", "2026-07-07", "2026-07-08"];
  expect(days.filter((day) => isOnHand(boxes, day))).toEqual(["2026-05-01", "2026-05-28", "2026-06-10", "2026-07-07"]);
});

test("decisions §9 days on hand count what is left and what is in transit", () => {
  const boxes = [arrived("2026-05-01"), { days: 28, orderedOn: "2026-05-22", shippedOn: null, deliveredOn: null }];
  expect(daysOnHand([], "2026-05-01")).toBe(0);
  expect(daysOnHand(boxes, "2026-05-22")).toBe(7 + 28);
  expect(daysOnHand([arrived("2026-05-01")], "2026-05-29")).toBe(0);
});

describe("decisions §9 the next fill is possible when 75 % of the newest box is used", () => {
  test.each([
    [28, "2026-05-22"],
    [30, "2026-05-24"],
    [84, "2026-07-03"],
    [90, "2026-07-08"],
  ])("of %i days on %s", (days, from) => {
    expect(earliestFill([arrived("2026-05-01", days)], "2026-05-01")).toBe(from);
  });
  test("an unopened box at home postpones it by all of its days", () => {
    expect(earliestFill([arrived("2026-05-01"), arrived("2026-05-22")], "2026-05-22")).toBe("2026-06-19");
  });
});

describe("decisions §9 a box is charged early enough to arrive before the last day", () => {
  test("by its lead time before the last one is empty", () => {
    expect(chargeDay([arrived("2026-05-01")], lead, "2026-05-01")).toBe("2026-05-22");
  });
  test("at once where that day has passed", () => {
    expect(chargeDay([arrived("2026-05-01")], lead, "2026-06-30")).toBe("2026-06-30");
  });
  test.each([28, 30, 84, 90])("every %i days, however long each parcel takes within the lead time", (days) => {
    for (let delay = 0; delay <= lead; delay += 1) {
      const boxes: Box[] = [arrived("2026-05-01", days)];
      let charged = chargeDay(boxes, lead, "2026-05-01");
      for (let period = 0; period < 12; period += 1) {
        const delivered = addDays(charged, (delay + period) % (lead + 1));
        boxes.push({ days, orderedOn: charged, shippedOn: charged, deliveredOn: delivered });
        const next = chargeDay(boxes, lead, charged);
        expect(next).toBe(addDays(charged, days));
        charged = next;
      }
    }
  });
});
