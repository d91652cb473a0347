import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { roleScopes } from "#contract/staff/roles.ts";

/** Calls that a role opens and no screen makes, with the reason. */
const madeElsewhere: Readonly<Record<string, string>> = {
  "care.patients": "a system copies its list of patients; a person searches",
  "care.incoming": "a system's list of new cases; the inbox reads all kinds of cases by one call",
  "care.followups": "a system's list of answered reviews; the inbox reads all kinds of cases by one call",
  "care.followupCodes": "a system sends reviews by their code; a person chooses among the reviews that are due",
  "care.accept": "a person accepts with the approval; a system may accept first",
  "integrations.events": "a system's feed; a person sees what was delivered of each webhook",
};

/** Endpoints that the app's own source names, other than to ask about their scopes or fields, or as the key of what another file has read. */
async function usedEndpoints(): Promise<ReadonlySet<unknown>> {
  const used = new Set<unknown>();
  const files = globSync("clinic/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|^clinic\/testing\//.test(file));
  for (const file of files) {
    const source = readFileSync(file, "utf8");
    for (const [, names = "", module = ""] of source.matchAll(/^import \{([^}]+)\} from "(#contract\/[^"]+)"/gm)) {
      const exported = (await import(module)) as Readonly<Record<string, unknown>>;
      for (const name of names.split(",").map((each) => each.trim())) {
        const calls = exported[name] as Readonly<Record<string, unknown>> | undefined;
        for (const [, call = ""] of source.matchAll(
          new RegExp(`(?<!queryKey\\()\\b${name}\\.(\\w+)\\b(?!\\.\\w)`, "g"),
        ))
          used.add(calls?.[call]);
      }
    }
  }
  return used;
}

test("decisions §11 each call that a role of the practice opens is made by a screen, or there's a reason why only a system makes it", async () => {
  const used = await usedEndpoints();
  const ofRoles = new Set(Object.values(roleScopes).flat());
  const isOfPeople = ({ auth, scopes = [] }: Endpoint) =>
    auth === "staff" || (auth === "clinic" && scopes.some((scope) => ofRoles.has(scope)));
  const notMade = [...everyCall()]
    .filter(({ call }) => isOfPeople(call) && !used.has(call))
    .map(({ feature, name }) => `${feature}.${name}`);
  expect(notMade.toSorted()).toEqual(Object.keys(madeElsewhere).toSorted());
});
