import { describe, expect, test } from "vitest";
import {
  type Access,
  manyAtNight,
  type ReviewedMember,
  type ReviewedPatient,
  unusualReasons,
} from "./unusual-access.ts";

const member = (id: string, change: Partial<ReviewedMember> = {}): ReviewedMember => ({
  ...{ id, name: "Ines Falk", email: `${id}@practice.example`, livesAt: null },
  ...change,
});
const patient = (id: string, change: Partial<ReviewedPatient> = {}): ReviewedPatient => ({
  ...{ id, firstname: "Rosa", lastname: "Winter", email: `${id}@example.com`, livesAt: null },
  ...change,
});
const access = (memberId: string, patientId: string, change: Partial<Access> = {}): Access => ({
  ...{ memberId, patientId, withoutWork: false, atNight: false },
  ...change,
});
const reasons = (
  each: Access,
  {
    members = [member("ines"), member("ola", { name: "Ola Berg" })],
    patients = [patient("rosa"), patient("ana")],
    accesses = [each],
  }: {
    members?: readonly ReviewedMember[];
    patients?: readonly ReviewedPatient[];
    accesses?: readonly Access[];
  } = {},
) =>
  unusualReasons(each, {
    members: new Map(members.map((one) => [one.id, one])),
    patients: new Map(patients.map((one) => [one.id, one])),
    accesses,
  });
const home = { address1: "12 Elm Street", zipcode: "50010" };

describe("decisions §20 an access somebody looks at", () => {
  test("is none of a stranger's for work by day", () => expect(reasons(access("ines", "rosa"))).toEqual([]));

  test.each([
    ["their own record, by the address they use here", { email: "INES@practice.example" }, ["own"]],
    ["their own record, by the whole name", { firstname: "Inés", lastname: "Falk" }, ["own"]],
    ["a colleague's, by name", { firstname: "Ola", lastname: "Berg" }, ["colleague"]],
    ["a colleague's, by address", { email: "ola@practice.example" }, ["colleague"]],
    ["of somebody with the same last name", { lastname: "Falk" }, ["surname"]],
    ["of somebody with the same last name in a double one, with accents", { lastname: "Winter-Fàlk" }, ["surname"]],
    ["of somebody whose first name is their last name", { firstname: "Falk" }, []],
    ["of somebody without a name", { firstname: null, lastname: null }, []],
  ] as const)("%s", (_, change, expected) =>
    expect(reasons(access("ines", "rosa"), { patients: [patient("rosa", change), patient("ana")] })).toEqual(expected),
  );

  test.each([
    ["the same house", home, ["address"]],
    ["the same street", { address1: "98 Elm street", zipcode: "50010-1234" }, ["address"]],
    ["another street", { address1: "12 Oak Street", zipcode: "50010" }, []],
    ["the same street of another town", { address1: "12 Elm Street", zipcode: "50011" }, []],
    ["only a number", { address1: "12", zipcode: "50010" }, []],
    ["no address", null, []],
  ] as const)("lives in %s", (_, livesAt, expected) => {
    const members = [member("ines", { livesAt: home }), member("ola", { name: "Ola Berg" })];
    expect(reasons(access("ines", "rosa"), { members, patients: [patient("rosa", { livesAt })] })).toEqual(expected);
    // Where nothing is known of where the person lives nothing is compared.
    expect(reasons(access("ola", "rosa"), { members, patients: [patient("rosa", { livesAt })] })).toEqual([]);
  });

  test("without work, and for all that is true of it", () => {
    expect(reasons(access("ines", "rosa", { withoutWork: true }))).toEqual(["no_work"]);
    const patients = [patient("rosa", { lastname: "Falk" })];
    expect(reasons(access("ines", "rosa", { withoutWork: true }), { patients })).toEqual(["surname", "no_work"]);
  });

  test("at night, from so many patients of one person on; what was by day isn't, nor what a colleague opened", () => {
    const ids = Array.from({ length: manyAtNight }, (_, at) => `p${at}`);
    const patients = ids.map((id) => patient(id));
    const night = ids.map((id) => access("ines", id, { atNight: true }));
    const all = [...night, access("ola", "p0", { atNight: true }), access("ines", "p1")];
    expect(reasons(night[0]!, { patients, accesses: all })).toEqual(["night"]);
    expect(reasons(access("ines", "p1"), { patients, accesses: all })).toEqual([]);
    expect(reasons(all[manyAtNight]!, { patients, accesses: all })).toEqual([]);
    expect(reasons(night[0]!, { patients, accesses: night.slice(1) })).toEqual([]);
  });
});
