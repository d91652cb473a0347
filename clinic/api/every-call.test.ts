import { expect, test } from "vitest";
import { callersOf } from "#app/testing/screens/senders.ts";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { permits } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";

/** Calls that a role opens and no screen makes, with the reason. */
const madeElsewhere: Readonly<Record<string, string>> = {
  "care.patients": "a system copies its list of patients; a person searches",
  "care.incoming": "a system's list of new cases; the inbox reads all that waits by one call",
  "care.cases": "a system's list of plans to decide; the inbox reads all that waits by one call",
  "care.conversations": "a system's list of conversations; the inbox reads all that waits by one call",
  "care.followups": "a system's list of answered reviews; the inbox reads all that waits by one call",
  "care.verification": "a system's list of identities; the inbox reads all that waits by one call",
  "care.workItems": "a system's list of what patients told; the inbox reads all that waits by one call",
  "care.followupCodes": "a system sends reviews by their code; a person chooses among the reviews that are due",
  "care.accept": "a person accepts with the approval; a system may accept first",
  "integrations.events": "a system's feed; a person sees what was delivered of each webhook",
};

test("decisions §11 each call that a role of the practice opens is made by a screen, or there's a reason why only a system makes it", async () => {
  const used = new Set((await callersOf("clinic")).map(({ endpoint }) => endpoint));
  const ofRoles = permissionsOfRoles(...roles);
  const isOfPeople = ({ access }: Endpoint) =>
    access.caller === "staff" || (access.caller === "clinic" && permits(ofRoles, access.needs));
  const notMade = [...everyCall()]
    .filter(({ call }) => isOfPeople(call) && !used.has(call))
    .map(({ feature, name }) => `${feature}.${name}`);
  expect(notMade.toSorted()).toEqual(Object.keys(madeElsewhere).toSorted());
});
