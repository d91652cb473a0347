import { existsSync, readFileSync } from "node:fs";
import { makeTemplate, openTestDatabase } from "#server/platform/database/testing/test-databases.ts";

/**
 * Fails for a statement that the embedded database cannot parse or type: what the API tests issued on a server, each text once. Their results are
 * tested only on the server; this verifies that both databases understand them.
 */
process.env["TEST_DATABASE"] = "embedded";
const file = process.argv[2] ?? "";
const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
/** Which months of the audit exist depends on the date: a statement on one of them counts as one on the whole table. */
const withoutPartition = (text: string) => text.replaceAll(/\baudit_event_(?:\d{4}_\d\d|earlier)\b/g, "audit_event");
const statements = [...new Set(lines.map((line) => withoutPartition(JSON.parse(line) as string)))];

await makeTemplate();
const { lite, close } = await openTestDatabase();
if (!lite) throw new Error("No embedded database");
let refused = 0;
for (const text of statements) {
  const reason = await lite.describeQuery(text).then(
    () => null,
    (error: Error) => error.message,
  );
  if (reason === null) continue;
  refused += 1;
  console.error(`${reason}: ${text}`);
}
await close();
console.log(`${statements.length} statements of the server prepared on the embedded database, ${refused} refused`);
process.exit(refused > 0 || statements.length === 0 ? 1 : 0);
