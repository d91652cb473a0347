import { describe, expect, test, vi } from "vitest";
import type { PatientTimezone } from "#contract/fields/timezone.ts";
import { deviceTimezone, timezoneOptions } from "./timezone-options.ts";

const central = { id: "America/Chicago", name: "Central Time", instate: true };
const mountain = { id: "America/Denver", name: "Mountain Time", instate: false };
const common = { current: "America/Chicago", name: "Central Time", id: null, hint: "Your days go by it." };
const texas: PatientTimezone = { ...common, choices: [central, { ...mountain, instate: true }] };
const iowa: PatientTimezone = { ...common, choices: [central, mountain] };

describe("the time zone on the form of days", () => {
  test("isn't asked where the state has one and the device is there", () => {
    expect(timezoneOptions(iowa, "America/Chicago").asks).toBe(false);
    expect(timezoneOptions(iowa, undefined).asks).toBe(false);
  });
  test("is that of the device where it is one of the state's, under whatever name", () => {
    expect(timezoneOptions(texas, "America/Boise")).toMatchObject({ asks: true, chosen: "America/Denver" });
    expect(timezoneOptions(texas, "America/Chicago")).toMatchObject({ asks: true, chosen: "America/Chicago" });
    expect(timezoneOptions(texas, undefined)).toMatchObject({ asks: true, chosen: "America/Chicago" });
  });
  test("of a journey is offered and not chosen", () => {
    expect(timezoneOptions(iowa, "America/Denver")).toMatchObject({ asks: true, chosen: "America/Chicago" });
    const abroad = timezoneOptions(iowa, "Europe/Paris");
    expect(abroad).toMatchObject({ asks: true, chosen: "America/Chicago" });
    expect(abroad.options.at(-1)).toEqual({ value: "Europe/Paris", label: "Central European Time" });
  });
  test("once chosen stays chosen, on any device, and can be seen", () => {
    const chosen = { ...iowa, name: "Central European Time", id: "Europe/Paris" };
    expect(timezoneOptions(chosen, "America/Chicago")).toMatchObject({ asks: true, chosen: "Europe/Paris" });
    expect(timezoneOptions(chosen, "America/Chicago").options.map(({ value }) => value)).toContain("Europe/Paris");
  });
  test("once chosen is asked where the patient is again, and offered once", () => {
    const home = { ...iowa, id: "America/Chicago" };
    expect(timezoneOptions(home, "America/Chicago")).toMatchObject({ asks: true, chosen: "America/Chicago" });
    for (const id of ["America/Chicago", "America/Denver"]) {
      const { name } = [central, mountain].find((choice) => choice.id === id) ?? central;
      const { options } = timezoneOptions({ ...iowa, id, name }, "America/Denver");
      expect(options.map(({ value }) => value)).toEqual(["America/Chicago", "America/Denver"]);
    }
  });
  test("that nothing offered stands for isn't asked", () => {
    expect(timezoneOptions({ ...iowa, name: "Eastern Time" }, "Europe/Paris")).toMatchObject({
      asks: false,
      chosen: "",
    });
  });
  test("of two with one name is the state's first", () => {
    const menominee = { id: "America/Menominee", name: "Central Time", instate: true };
    const michigan = { ...common, choices: [mountain, central, menominee] };
    for (const device of ["America/Chicago", undefined])
      expect(timezoneOptions(michigan, device)).toMatchObject({ asks: true, chosen: "America/Chicago" });
  });
  test.each([
    ["America/Denver", "America/Denver"],
    ["Europe/Paris", "Europe/Paris"],
    ["No/Where", undefined],
    ["", undefined],
  ])("of a device in %s is %s: named, or none", (zone, expected) => {
    const told = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
    told.mockReturnValue({ timeZone: zone } as Intl.ResolvedDateTimeFormatOptions);
    expect(deviceTimezone()).toBe(expected);
    told.mockRestore();
  });
});
