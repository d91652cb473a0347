import { expect, test } from "vitest";
import { permissionsOf } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { mayPrepare, maySign } from "./use-signature.ts";

test("who decides signs; who reads about health and doesn't decide prepares; nobody else is offered either", () => {
  const may = roles.map((role) => {
    const own = permissionsOf({ roles: [role], doctorid: role === "physician" ? "elena_marsh" : null });
    return [role, maySign(own), mayPrepare(own)];
  });
  expect(may.filter(([, signs, prepares]) => signs || prepares)).toEqual([
    ["physician", true, false],
    ["nurse", false, true],
  ]);
  // Whoever is both signs.
  const both = permissionsOf({ roles: ["physician", "nurse"], doctorid: "elena_marsh" });
  expect([maySign(both), mayPrepare(both)]).toEqual([true, false]);
});
