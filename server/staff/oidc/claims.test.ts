import { describe, expect, test } from "vitest";
import type { Role } from "#contract/policy/roles.ts";
import { type Claims, emailOf, nameOf, rolesOf, subjectOf } from "./claims.ts";

const ours = (claims: Claims, rolesClaim: string) => rolesOf(claims, { rolesClaim, rolesMap: null });

describe("who somebody is by the provider's claims", () => {
  test.each([
    ["a", "a"],
    ["x".repeat(255), "x".repeat(255)],
    ["x".repeat(256), null],
    ["", null],
    ["ïd", null],
    [7, null],
  ])("the subject %s is %s", (sub, expected) => {
    if (expected === null) expect(() => subjectOf({ sub })).toThrow();
    else expect(subjectOf({ sub })).toBe(expected);
  });

  test("the address is the first that mail could be sent to", () => {
    expect(emailOf({ email: "Ines@Practice.example", upn: "other@practice.example" })).toBe("ines@practice.example");
    expect(emailOf({ email: "ines", preferred_username: "ola@practice.example" })).toBe("ola@practice.example");
    expect(emailOf({ email: null, preferred_username: "ines", upn: "upn@practice.example" })).toBe(
      "upn@practice.example",
    );
    const long = `${"x".repeat(241)}@practice.net`;
    expect([emailOf({ email: long }), emailOf({ email: `x${long}` })]).toEqual([long, null]);
    expect([emailOf({}), emailOf({ email: "a@b" })]).toEqual([null, null]);
  });

  test("a name has up to a hundred characters, and none that nobody is called", () => {
    expect(nameOf({ name: "  Ines Falk " })).toBe("Ines Falk");
    expect([nameOf({ name: "é".repeat(100) }), nameOf({ name: "é".repeat(101) })]).toEqual(["é".repeat(100), null]);
    expect([nameOf({ name: " " }), nameOf({ name: "Ines\u202eFalk" }), nameOf({})]).toEqual([null, null, null]);
  });
});

describe("the roles of the provider's claims", () => {
  test.each<[string, string, Claims, readonly Role[] | null]>([
    ["in a claim", "roles", { roles: ["nurse", "finance", "unknown"] }, ["nurse", "finance"]],
    ["in one text", "roles", { roles: "nurse, finance" }, ["nurse", "finance"]],
    ["as keys", "roles", { roles: { nurse: {}, finance: {} } }, ["nurse", "finance"]],
    ["as groups with a slash", "groups", { groups: ["/nurse", "//finance"] }, ["nurse"]],
    ["inside a claim", "realm_access.roles", { realm_access: { roles: ["nurse"] } }, ["nurse"]],
    [
      "inside one whose name has a dot",
      "resource_access.my.app.roles",
      { resource_access: { "my.app": { roles: ["finance"] }, my: { other: 1 } } },
      ["finance"],
    ],
    ["under the whole name", "a.b", { "a.b": ["nurse"], a: { b: ["finance"] } }, ["nurse"]],
    ["nowhere", "realm_access.roles", { realm_access: { other: ["nurse"] }, roles: ["nurse"] }, null],
    ["in a list's place", "roles.0", { roles: ["nurse"] }, null],
    ["as null", "roles", { roles: null }, null],
    ["none of ours", "roles", { roles: ["unknown"] }, []],
  ])("%s", (_, rolesClaim, claims, expected) => {
    expect(ours(claims, rolesClaim)?.toSorted()).toEqual(expected === null ? undefined : expected.toSorted());
  });

  test("by its own names for them where there's a list of those, and no others", () => {
    const rolesMap = new Map<string, readonly Role[]>([["staff-a", ["nurse", "finance"]]]);
    const found = rolesOf({ roles: ["staff-a", "administrator"] }, { rolesClaim: "roles", rolesMap });
    expect(found?.toSorted()).toEqual(["finance", "nurse"]);
  });

  test("up to a thousand; more, or what is no list, is an odd answer; groups that are left out are another one", () => {
    const groups = (count: number) => Array.from({ length: count }, (_, at) => (at === 0 ? "nurse" : `g${at}`));
    expect(ours({ groups: groups(1000) }, "groups")).toEqual(["nurse"]);
    expect(() => ours({ groups: groups(1001) }, "groups")).toThrow();
    expect(() => ours({ roles: [["nurse"]] }, "roles")).toThrow();
    expect(() => ours({ roles: true }, "roles")).toThrow();
    expect(() => ours({ _claim_names: { groups: "src1" } }, "groups")).toThrow();
    expect(() => ours({ hasgroups: true }, "groups")).toThrow();
    expect(ours({ hasgroups: true }, "roles")).toBeNull();
  });
});
