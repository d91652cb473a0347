/**
 * What a pharmacist approves of the labels in a language. `npm run approve-labels es` withdraws the approvals of lines that were changed and prints each
 * line that waits to be read, with the list's name; `npm run approve-labels es "Paz Lindqvist" 2026-11-30 LIST` enters that this pharmacist read that list
 * on that day.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ApprovalsFile, approvalsFile, approveLines, listOf } from "#content/check/label-approvals.ts";
import { readYaml } from "#content/loader/read.ts";
import { LabelLanguage } from "#content/schema/label-language.ts";

const [id, by, on, list] = process.argv.slice(2);
const dir = join(import.meta.dirname, "../content");
try {
  if (!id || (by === undefined) !== (list === undefined))
    throw new Error(
      'Usage: npm run approve-labels LANGUAGE, or npm run approve-labels LANGUAGE "NAME" YYYY-MM-DD LIST',
    );
  const language = await readYaml(dir, `labels/${id}.yaml`, LabelLanguage);
  const before = await readYaml(dir, approvalsFile, ApprovalsFile);
  const reading = by && on && list ? { by, on, list } : null;
  const { approvals, withdrawn, waiting } = approveLines(language, before, reading);
  writeFileSync(join(dir, approvalsFile), `${JSON.stringify(approvals, null, 2)}\n`);
  for (const { english, text } of waiting) console.log(`${english}\n  ${text}`);
  const outcome = reading ? `approved by ${reading.by}` : `wait for a pharmacist: list ${listOf(waiting)}`;
  console.log(`${withdrawn} approvals withdrawn; ${waiting.length} lines ${outcome}.`);
} catch (error) {
  console.error((error as Error).message.split("\n")[0]);
  process.exitCode = 1;
}
