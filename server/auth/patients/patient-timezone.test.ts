import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { fittingTimezone, isTimezone, patientDay, patientTimezone, timezoneChoices } from "./patient-timezone.ts";

const content = await shippedContent();
const winter = new Date("2026-11-28T12:00:00Z");
const fits = (state: string | null, zone: string) => fittingTimezone(content, state, zone, winter);

describe("the zone of a patient's days", () => {
  test("is their own, else that of most people of their state, else the practice's", () => {
    expect(patientTimezone(content, { state: "TX", timezone: "America/Denver" })).toBe("America/Denver");
    expect(patientTimezone(content, { state: "TX", timezone: null })).toBe("America/Chicago");
    expect(patientTimezone(content, { state: null, timezone: null })).toBe(content.brand.timezone);
  });
  test("decides the day: before midnight in El Paso it is the next day in Dallas", () => {
    const at = new Date("2026-11-28T06:30:00Z");
    expect(patientDay(content, { state: "TX", timezone: "America/Denver" }, at)).toBe("2026-11-27");
    expect(patientDay(content, { state: "TX", timezone: null }, at)).toBe("2026-11-28");
  });
  test("a night on which clocks change has one day more or less an hour, never two names", () => {
    const place = { state: "TX", timezone: "America/Denver" };
    const days = (from: string) =>
      Array.from({ length: 26 }, (_, hour) =>
        patientDay(content, place, new Date(Date.parse(from) + hour * 3_600_000)),
      );
    // March 14, 2027 has 23 hours in Denver, November 7 has 25.
    expect(days("2027-03-14T07:00:00Z").filter((day) => day === "2027-03-14")).toHaveLength(23);
    expect(days("2027-11-07T06:00:00Z").filter((day) => day === "2027-11-07")).toHaveLength(25);
  });
});

describe("a browser's zone", () => {
  test.each([
    ["TX", "America/Denver", "America/Denver"],
    ["TX", "America/Chicago", "America/Chicago"],
    ["FL", "America/Chicago", "America/Chicago"],
    ["TN", "America/New_York", "America/New_York"],
    ["KY", "America/Kentucky/Louisville", "America/New_York"],
    ["IN", "America/Indiana/Tell_City", "America/Chicago"],
    ["IN", "America/Indianapolis", "America/New_York"],
    ["ND", "America/North_Dakota/Beulah", "America/Chicago"],
    ["ND", "America/Denver", "America/Denver"],
    ["SD", "America/Denver", "America/Denver"],
    ["NE", "America/Denver", "America/Denver"],
    ["KS", "US/Mountain", "America/Denver"],
    ["OR", "America/Boise", "America/Denver"],
    ["ID", "America/Boise", "America/Denver"],
    ["ID", "America/Los_Angeles", "America/Los_Angeles"],
    ["MI", "America/Menominee", "America/Chicago"],
    ["MI", "America/Detroit", "America/New_York"],
    ["AK", "America/Adak", "America/Adak"],
    ["AK", "America/Juneau", "America/Anchorage"],
    ["AZ", "America/Phoenix", "America/Phoenix"],
    ["AZ", "America/Shiprock", "America/Denver"],
    ["NV", "America/Denver", "America/Denver"],
    ["AL", "America/New_York", "America/New_York"],
  ])("in %s, %s fits as %s", (state, zone, as) => expect(fits(state, zone)).toBe(as));
  test.each([
    ["TX", "America/New_York"],
    ["TX", "America/Phoenix"],
    ["TX", "America/Mexico_City"],
    ["CA", "America/Denver"],
    ["HI", "America/Adak"],
    ["IA", "Europe/Berlin"],
    ["IA", "UTC"],
    ["IA", "Etc/Unknown"],
    ["IA", ""],
    [null, "America/Denver"],
  ])("in %s, %s doesn't fit", (state, zone) => expect(fits(state, zone)).toBeNull());
  test("is a zone or isn't", () => {
    expect(["America/Denver", "UTC", "Mars/Olympus", "America/Denver\n", ""].map(isTimezone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

test("zones to choose from begin with those of the state, and none comes twice or shares a name", () => {
  const choices = timezoneChoices(content, "TX");
  expect(choices.slice(0, 2)).toEqual([
    { id: "America/Chicago", name: "Central Time", instate: true },
    { id: "America/Denver", name: "Mountain Time", instate: true },
  ]);
  expect(choices.filter(({ instate }) => instate)).toHaveLength(2);
  expect(new Set(choices.map(({ id }) => id)).size).toBe(choices.length);
  expect(new Set(choices.map(({ name }) => name)).size).toBe(choices.length);
});
