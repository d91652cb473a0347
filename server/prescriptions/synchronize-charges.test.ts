import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { synchronizeCharges } from "./synchronize-charges.ts";

const at = (id: string, day: string, from = "2026-01-01") => ({ id, day, from });
const lead = 7;
const days = (...planned: ReturnType<typeof at>[]) => Object.fromEntries(synchronizeCharges(planned, lead));

describe("decisions §9 companions are charged on one day", () => {
  test.each([
    ["the earliest leads", [at("a", "2026-05-10"), at("b", "2026-05-08")], { a: "2026-05-08", b: "2026-05-08" }],
    ["up to the lead time", [at("a", "2026-05-08"), at("b", "2026-05-15")], { a: "2026-05-08", b: "2026-05-08" }],
    ["no more than that", [at("a", "2026-05-08"), at("b", "2026-05-16")], { a: "2026-05-08", b: "2026-05-16" }],
    [
      "where enough of the last box is used by then",
      [at("a", "2026-05-08"), at("b", "2026-05-10", "2026-05-09")],
      { a: "2026-05-08", b: "2026-05-10" },
    ],
    [
      "from that very day",
      [at("a", "2026-05-08"), at("b", "2026-05-10", "2026-05-08")],
      { a: "2026-05-08", b: "2026-05-08" },
    ],
    ["one that may only be charged later, too", [at("a", "2026-05-08", "2026-05-09")], { a: "2026-05-08" }],
    ["one alone on its own", [at("a", "2026-05-08")], { a: "2026-05-08" }],
    ["none", [], {}],
  ])("%s", (_, planned, expected) => {
    expect(days(...planned)).toEqual(expected);
  });

  test("never later than its own day, never before its first possible day, and no two days that could be one", () => {
    const planned = fc.tuple(fc.nat(40), fc.nat(40)).map(([day, before]) => ({
      day: addDays("2026-05-01", day),
      from: addDays("2026-05-01", day - before),
    }));
    fc.assert(
      fc.property(fc.array(planned, { maxLength: 4 }), (list) => {
        const members = list.map((each, index) => ({ id: String(index), ...each }));
        const found = synchronizeCharges(members, lead);
        for (const { id, day, from } of members) {
          const on = found.get(id) ?? "";
          expect(on >= from && on <= day).toBe(true);
          const could = [...found.values()].filter(
            (other) => other < on && other >= from && daysBetween(other, day) <= lead,
          );
          expect(could).toEqual([]);
        }
      }),
    );
  });
});
