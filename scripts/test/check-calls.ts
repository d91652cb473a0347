import { existsSync, readFileSync } from "node:fs";
import { everyCall } from "#contract/api.ts";
import { handlers } from "#server/features.ts";

/** Fails for a built call that no test made successfully, or that was never refused in a test. Reads the log of the API tests. */
const file = process.argv[2] ?? "";
const notes = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
const outcomes = Map.groupBy(notes, (line) => line.slice(0, line.lastIndexOf(" ")));

const missing: string[] = [];
let checked = 0;
for (const { feature, name, call } of everyCall()) {
  if (!(name in handlers[feature])) continue;
  checked += 1;
  const statuses = (outcomes.get(`${call.method} ${call.base ?? "default"} ${call.path}`) ?? []).map((line) =>
    Number(line.slice(line.lastIndexOf(" ") + 1)),
  );
  if (!statuses.some((status) => status < 300)) missing.push(`${feature}.${name}: no test made it successfully`);
  // A public call without input has nothing to refuse except too many requests.
  const needsNoSignIn = call.access.caller === "public" || call.access.caller === "optional";
  const canBeRefused = !needsNoSignIn || call.params || call.query || call.body;
  if (canBeRefused && !statuses.some((status) => status >= 400 && status < 500))
    missing.push(`${feature}.${name}: no test was refused on it`);
}
for (const line of missing) console.error(line);
console.log(`${checked} calls checked, ${missing.length} gaps`);
process.exit(missing.length > 0 || checked === 0 ? 1 : 0);
