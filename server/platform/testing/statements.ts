import { appendFileSync } from "node:fs";

const file = process.env["TEST_STATEMENTS_FILE"];
const noted = new Set<string>();

/** Notes a statement that tests issued on a server, each text once a worker; the run then has the embedded database parse them all. */
export function noteStatement(text: string): void {
  if (!file || noted.has(text)) return;
  noted.add(text);
  appendFileSync(file, `${JSON.stringify(text)}\n`);
}
