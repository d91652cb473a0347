import { describe, expect, test } from "vitest";
import { member, staffId } from "#clinic/testing/staff.ts";
import type { License, TeamDoctor } from "#contract/staff/doctors.ts";
import {
  collaboratorOptions,
  doctorOptions,
  doctorsByUrgency,
  licensesByUrgency,
  licensesToLookAt,
  licenseStatus,
} from "./licenses.ts";

const today = "2026-11-25";
const license = (state: string, status: License["status"] = "valid", validuntil: string | null = null): License => ({
  state,
  status,
  validuntil,
  ...{ collaboration: "not_needed", collaboratorid: null },
});
const doctor = (id: string, change: Partial<TeamDoctor> = {}): TeamDoctor => ({
  id,
  name: `Dr. ${id}`,
  ...{
    firstname: id,
    lastname: id,
    credentials: "MD",
    physician: true,
    bio: "Listens.",
    portrait: "/doctors/doctor-1.svg",
    uploadedportrait: null,
  },
  ...{ npi: "0000000001", acceptspatients: true, away: null, patients: 0, editedat: null },
  active: true,
  memberid: null,
  licenses: [],
  ...change,
});

describe("decisions §11 licenses with their ends, warned 60 days ahead", () => {
  test("ended ones are first, then those that end soon, the soonest first, then the others by state", () => {
    const licenses = [
      license("WA"),
      license("OH", "ending", "2027-01-10"),
      license("CA", "valid", "2028-01-01"),
      license("TX", "ended", "2026-11-20"),
      license("NY", "ending", "2026-12-01"),
    ];
    expect(licensesByUrgency(licenses).map(({ state }) => state)).toEqual(["TX", "NY", "OH", "CA", "WA"]);
  });

  test("doctors with such a license come before the others, and the tab counts the licenses", () => {
    const doctors = [
      doctor("fine", { licenses: [license("CA")] }),
      doctor("none"),
      doctor("ending", { licenses: [license("CA"), license("OH", "ending", "2027-01-10")] }),
      doctor("ended", { licenses: [license("CA", "ended", "2026-11-20"), license("OH", "ending", "2027-01-10")] }),
    ];
    expect(doctorsByUrgency(doctors).map(({ id }) => id)).toEqual(["ended", "ending", "fine", "none"]);
    expect(licensesToLookAt(doctors)).toBe(3);
  });

  test.each([
    [license("CA"), "neutral", "CA"],
    [license("CA", "valid", "2028-01-31"), "neutral", /^CA until Jan(uary)? 31, 2028$/],
    [license("CA", "ending", "2026-11-25"), "warning", /^CA ends Nov.* 25, 2026, last day today$/],
    [license("CA", "ending", "2026-11-26"), "warning", /, 1 day left$/],
    [license("CA", "ending", "2027-01-24"), "warning", /, 60 days left$/],
    [license("CA", "ended", "2026-11-24"), "danger", /^CA ended Nov.* 24, 2026$/],
  ])("%o is marked in words and colour", (each, tone, label) => {
    const status = licenseStatus(each, today);
    expect(status.tone).toBe(tone);
    expect(status.label).toMatch(label);
  });
});

describe("a license on which nothing is prescribed without a collaborating physician", () => {
  const missing = { ...license("TX"), collaboration: "missing" } as const;

  test("is marked, counted and first", () => {
    expect(licenseStatus(missing, today)).toEqual({ tone: "danger", label: "TX needs a collaborating physician" });
    expect(licensesByUrgency([license("CA"), missing]).map(({ state }) => state)).toEqual(["TX", "CA"]);
    expect(licensesToLookAt([doctor("one", { licenses: [license("CA"), missing] })])).toBe(1);
    expect(licenseStatus({ ...license("TX", "ended", "2026-11-24"), collaboration: "missing" }, today).label).toMatch(
      /ended/,
    );
  });

  test("offers other physicians who are licensed there, and whoever is named", () => {
    const there = { licenses: [license("TX")] };
    const doctors = [
      doctor("own", there),
      doctor("other", there),
      doctor("elsewhere", { licenses: [license("CA")] }),
      doctor("ended", { licenses: [license("TX", "ended", "2026-11-24")] }),
      doctor("gone", { ...there, active: false }),
      doctor("practitioner", { ...there, physician: false }),
    ];
    const offered = (collaboratorid: string | null) =>
      collaboratorOptions(doctors, { id: "own" }, { ...missing, collaboratorid }).map(({ value }) => value);
    expect(offered(null)).toEqual(["other"]);
    expect(offered("gone")).toEqual(["other", "gone"]);
  });
});

describe("decisions §11 the doctor of a physician is chosen from the list", () => {
  const doctors = [
    doctor("taken", { memberid: staffId(2) }),
    doctor("gone", { active: false }),
    doctor("free"),
    doctor("own", { memberid: staffId(1) }),
  ];
  const members = [member(), member({ id: staffId(2), name: "Ada Other" })];

  test("free ones and one's own first; of the others it says who has them", () => {
    expect(doctorOptions(doctors, members, staffId(1))).toEqual([
      { value: "free", label: "Dr. free" },
      { value: "own", label: "Dr. own" },
      { value: "taken", label: "Dr. taken (Ada Other)", disabled: true },
      { value: "gone", label: "Dr. gone (not active)", disabled: true },
    ]);
  });

  test("for somebody new, a doctor somebody has is not free", () => {
    const free = doctorOptions(doctors, members, null).filter(({ disabled }) => !disabled);
    expect(free.map(({ value }) => value)).toEqual(["free"]);
  });
});
