import { describe, expect, test } from "vitest";
import { permits } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { firstPage, pageAt, pages, pagesFor } from "./pages.tsx";

describe("decisions §11 a role sees what its work needs", () => {
  test.each(roles)("%s", (role) => {
    const permissions = permissionsOfRoles(role);
    const seen = pagesFor(permissions).map(({ path }) => path);
    for (const page of pages) {
      const isAllowed = page.needs === null || permits(permissions, page.needs);
      if (seen.includes(page.path)) expect(isAllowed).toBe(true);
      expect(pageAt(page.path, permissions)).toBe(isAllowed ? page : "forbidden");
    }
    expect(seen).toContain(firstPage(permissions));
  });

  test("only an administrator sees the team and the audit", () => {
    const seeing = (path: string) => roles.filter((role) => pageAt(path, permissionsOfRoles(role)) !== "forbidden");
    expect([seeing("/clinic/team"), seeing("/clinic/audit")]).toEqual([["administrator"], ["administrator"]]);
  });

  test("only finance sees the money", () => {
    expect(roles.filter((role) => pageAt("/clinic/money", permissionsOfRoles(role)) !== "forbidden")).toEqual([
      "finance",
    ]);
  });

  test("each role's navigation", () => {
    const labels = (role: (typeof roles)[number]) =>
      pagesFor(permissionsOfRoles(role))
        .map(({ label }) => label)
        .join(", ");
    expect(Object.fromEntries(roles.map((role) => [role, labels(role)]))).toEqual({
      physician: "Inbox, Patients, Lists, Log, Day, Your account",
      nurse: "Inbox, Patients, Lists, Log, Day, Your account",
      patient_services: "Inbox, Patients, Lists, Log, Day, Your account",
      pharmacy: "Inbox, Lists, Log, Dispensing, Day, Your account",
      finance: "Inbox, Log, Money, Day, Your account",
      administrator: "Inbox, Log, Day, Team, Systems, Audit, Your account",
    });
  });

  test("each role begins where most of its work is", () => {
    const firstOf = (role: (typeof roles)[number]) => firstPage(permissionsOfRoles(role));
    expect(Object.fromEntries(roles.map((role) => [role, firstOf(role)]))).toEqual({
      ...{ physician: "/clinic/inbox", nurse: "/clinic/inbox", patient_services: "/clinic/inbox" },
      ...{ pharmacy: "/clinic/inbox", finance: "/clinic/inbox", administrator: "/clinic/team" },
    });
  });

  test("a record is reached by a link also where the search isn't, and not by finance", () => {
    const path = "/clinic/patients/0199c0de-0000-7000-8000-000000000001";
    expect(pageAt(path, permissionsOfRoles("pharmacy"))).toMatchObject({ label: "Patients" });
    expect(pageAt(path, permissionsOfRoles("finance"))).toBe("forbidden");
  });

  test("somebody without any role still reaches their own account", () => {
    expect(firstPage([])).toBe("/clinic/account");
  });
});

test("an address that is no page is none, also when it begins like one", () => {
  expect(pageAt("/clinic/teams", ["read:team"])).toBeNull();
  expect(pageAt("/clinic/nothing", ["read:team"])).toBeNull();
});

test("each page has a letter of its own, and none is the lock's", () => {
  const letters = pages.map(({ letter }) => letter);
  expect(new Set(["l", "g", ...letters]).size).toBe(letters.length + 2);
});
