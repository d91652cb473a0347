import { appendFileSync } from "node:fs";

const statementsFile = process.env["TEST_STATEMENTS_FILE"];
const recorded = new Set<string>();

/** Records a statement that tests sent to a server, each text once per worker; the run then has the embedded database parse them all. */
export function recordStatement(text: string): void {
  if (!statementsFile || recorded.has(text)) return;
  recorded.add(text);
  appendFileSync(statementsFile, `${JSON.stringify(text)}\n`);
}
