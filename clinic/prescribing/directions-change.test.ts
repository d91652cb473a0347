import { describe, expect, test } from "vitest";
import { paces } from "#contract/treatment/pace.ts";
import {
  atHomeText,
  changedDirectionsText,
  directionsBody,
  directionsDraft,
  fillText,
  missingFromDirections,
  noDirections,
  paceText,
  plannedText,
  scheduleText,
  startQuery,
  wantedOf,
} from "./directions-change.ts";

const now = { directions: "One at bedtime.", pace: "two_thirds" } as const;
const draft = { ...noDirections, reason: " Sleepy ", message: " A little slower. " };

describe("decisions §19 other directions as they're written", () => {
  test("what isn't touched is as it is now; what was emptied is empty", () => {
    expect(wantedOf(noDirections, now)).toEqual(now);
    expect(wantedOf({ directions: "", pace: "half" }, now)).toEqual({ directions: "", pace: "half" });
    expect(wantedOf(noDirections, { ...now, directions: null })).toEqual({ directions: "", pace: "two_thirds" });
  });

  test("a draft is kept with each of its fields, and another step's is none of it", () => {
    for (const change of [
      { directions: "" },
      { directions: "Two." },
      { pace: "label" },
      { reason: "R" },
      { message: "M" },
      { begins: "on_day", beginson: "2027-01-20" },
      { begins: "when_box_ends" },
    ] as const) {
      const changed = { ...noDirections, ...change };
      expect(directionsDraft.fromText(directionsDraft.toText(changed))).toEqual(changed);
    }
    expect(directionsDraft.fromText(JSON.stringify({ step: "hold", reason: "Pain", message: "" }))).toEqual(
      noDirections,
    );
  });

  test.each([
    ["nothing", { ...noDirections }, { directions: " " }, ["directions", "reason", "message"]],
    ["only the reason", { ...noDirections, reason: "R" }, { directions: "Two." }, ["message"]],
    ["only the message", { ...noDirections, message: "M" }, { directions: "Two." }, ["reason"]],
    ["no day", { ...draft, begins: "on_day" as const }, { directions: "Two." }, ["beginson"]],
    ["all", draft, { directions: "Two." }, []],
  ])("with %s written, what is missing", (_, saved, wanted, fields) =>
    expect(Object.keys(missingFromDirections(saved, wanted))).toEqual(fields),
  );

  const wanted = { directions: "Two.", pace: "label" } as const;
  const seen = { revision: "seen", boxEndsOn: undefined };

  test("a day is asked about and sent once one is chosen that may be; today has none", () => {
    const today = "2027-01-10";
    const on = (beginson: string) => ({ ...draft, begins: "on_day" as const, beginson });
    expect([draft, on(""), on(today), on("2027-01-11")].map((each) => startQuery(each, today))).toEqual([
      ...[{}, {}, {}],
      { beginson: "2027-01-11" },
    ]);
    expect(directionsBody(on("2027-01-11"), wanted, { ...seen, boxEndsOn: "2027-01-30" })).toMatchObject({
      beginson: "2027-01-11",
    });
    for (const isToday of [draft, { ...on("2027-01-11"), begins: "today" as const }]) {
      const body = directionsBody(isToday, wanted, { ...seen, boxEndsOn: "2027-01-30" });
      expect(["beginson" in body, "begins" in body]).toEqual([false, false]);
    }
  });

  test("the end of a box is asked of the server, and sent with the day it said; a day that was chosen before isn't", () => {
    const ends = { ...draft, begins: "when_box_ends" as const, beginson: "2027-01-11" };
    expect(startQuery(ends, "2027-01-10")).toEqual({ begins: "when_box_ends" });
    expect(directionsBody(ends, wanted, { ...seen, boxEndsOn: "2027-01-30" })).toMatchObject({
      ...{ begins: "when_box_ends", beginson: "2027-01-30" },
    });
    const { begins, beginson } = directionsBody(ends, wanted, seen);
    expect([begins, beginson]).toEqual(["when_box_ends", undefined]);
    expect(Object.keys(missingFromDirections(ends, wanted))).toEqual([]);
  });

  test("it's sent without blanks around it, on the record as it was looked at", () =>
    expect(directionsBody(draft, { directions: " Two. ", pace: "third" }, seen)).toEqual({
      ...{ directions: "Two.", pace: "third", reason: "Sleepy", message: "A little slower.", revision: "seen" },
    }));
});

describe("decisions §19 what other directions mean, in words", () => {
  test("in a line of the record, but for the label's own", () =>
    expect(paces.map(paceText)).toEqual([
      null,
      "three quarters as much as its label says",
      "two thirds as much as its label says",
      "half as much as its label says",
      "a third as much as its label says",
    ]));

  test.each([
    [{ dayssupply: 56, daysbefore: 28 }, "56 days instead of 28"],
    [{ dayssupply: 28, daysbefore: 28 }, "28 days, as now"],
    [{ dayssupply: null, daysbefore: null }, null],
  ])("%j", (days, text) => expect(fillText(days)).toBe(text));

  test.each([
    [{ onhanduntil: null, onhandbefore: null }, "They have none at home."],
    [
      { onhanduntil: "2027-02-12", onhandbefore: "2027-01-24" },
      "Through February 12, 2027 instead of January 24, 2027",
    ],
    [{ onhanduntil: "2027-02-12", onhandbefore: "2027-02-12" }, "Through February 12, 2027, as now"],
  ])("%j", (days, text) => expect(atHomeText(days)).toBe(text));

  test("what the patient takes from when is shown before it's sent; what is planned stands in the record", () => {
    const every = { directions: " Every other night. ", pace: "half" } as const;
    expect(scheduleText(undefined, every)).toBe("From today: Every other night. (half as much as its label says)");
    expect(scheduleText("2027-01-20", { ...every, pace: "label" })).toBe(
      "As now until January 20, 2027. From then: Every other night.",
    );
    const planned = { beginson: "2027-01-20", directions: "One a day.", pace: "half" } as const;
    expect(plannedText(planned)).toBe("from January 20, 2027: One a day. (half as much as its label says)");
    expect(plannedText({ ...planned, pace: "label" })).toBe("from January 20, 2027: One a day.");
  });

  test("what was done names only the days there are", () => {
    const [onhanduntil, nextchargeon] = ["2027-02-12", "2027-02-06"];
    expect(changedDirectionsText({ beginson: null, onhanduntil, nextchargeon })).toBe(
      "Changed, starting today. What they have at home lasts through February 12, 2027. Next charge: February 6, 2027.",
    );
    const none = { onhanduntil: null, nextchargeon: null };
    expect(changedDirectionsText({ beginson: null, ...none })).toBe("Changed, starting today.");
    expect(changedDirectionsText({ beginson: "2027-01-20", ...none })).toBe("Planned: it begins on January 20, 2027.");
  });
});
