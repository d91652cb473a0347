import { describe, expect, test } from "vitest";
import type { TeamDoctor } from "#contract/staff/doctors.ts";
import { isRemovable, parseStates, patientsLabel, TypedDoctor, typedDoctor } from "./doctor-fields.ts";

const doctor = (change: Partial<TeamDoctor> = {}): TeamDoctor => ({
  ...{
    id: "elena_marsh",
    name: "Dr. Elena Marsh",
    firstname: "Elena",
    lastname: "Marsh",
    credentials: "MD",
    physician: true,
  },
  ...{ bio: "Listens first.", portrait: "/doctors/doctor-1.svg", uploadedportrait: null, npi: "0000000001" },
  ...{ active: true, acceptspatients: true, away: null, patients: 0, editedat: null, memberid: null },
  licenses: [{ state: "IA", validuntil: null, status: "valid", collaboration: "not_needed", collaboratorid: null }],
  ...change,
});

describe("decisions §11 doctors' cards: what is typed, and what can be done", () => {
  test("states are typed in one line, in any case and each once", () => {
    expect(parseStates(" ia, OH;tx  IA,")).toEqual(["IA", "OH", "TX"]);
    expect(TypedDoctor.safeParse({ ...typedDoctor(doctor(), []), states: "Iowa" }).success).toBe(false);
    expect(TypedDoctor.safeParse({ ...typedDoctor(doctor(), []), states: " , " }).success).toBe(false);
  });
  test("the form begins with the card as it is, and saves it unchanged", () => {
    expect(TypedDoctor.parse(typedDoctor(doctor(), []))).toMatchObject({ firstname: "Elena", states: "IA" });
  });
  test("only who has no patients, and nobody who decides in their name, can be removed", () => {
    expect(isRemovable(doctor())).toBe(true);
    for (const change of [{ patients: 1 }, { memberid: "m" }, { active: false }])
      expect(isRemovable(doctor(change))).toBe(false);
  });
  test("at a glance: how many patients, no new ones, removed", () => {
    expect(patientsLabel(doctor({ patients: 1 }))).toBe("1 patient");
    expect(patientsLabel(doctor({ patients: 2, acceptspatients: false }))).toBe("2 patients, takes no new ones");
    expect(patientsLabel(doctor({ active: false }))).toBe("Removed, gets no patients");
  });
});
