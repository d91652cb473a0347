/**
 * What a pharmacist approves of the labels in a language. `npm run approve-labels es` withdraws the approvals of lines that were changed and prints each
 * line that waits to be read; `npm run approve-labels es "Paz Lindqvist" 2026-11-30` enters that this pharmacist has read all of those on that day.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ApprovalsFile,
  approvalsFile,
  labelLines,
  lineDigest,
  lineKey,
  outdatedApprovals,
} from "#content/check/label-approvals.ts";
import { readYaml } from "#content/loader/read.ts";
import { LabelLanguage } from "#content/schema/label-language.ts";

const [id, by, on] = process.argv.slice(2);
const dir = join(import.meta.dirname, "../content");
try {
  if (!id || (by === undefined) !== (on === undefined))
    throw new Error('Usage: npm run approve-labels LANGUAGE, or npm run approve-labels LANGUAGE "NAME" YYYY-MM-DD');
  const language = await readYaml(dir, `labels/${id}.yaml`, LabelLanguage);
  const approvals = await readYaml(dir, approvalsFile, ApprovalsFile);
  const outdated = new Set(outdatedApprovals(language, approvals).map(([key]) => key));
  const kept = Object.entries(approvals[id] ?? {}).filter(([key]) => !outdated.has(key));
  const waiting = labelLines(language).filter((line) => !kept.some(([key]) => key === lineKey(line)));
  const added = by && on ? waiting.map((line) => [lineKey(line), { by, on, digest: lineDigest(line) }] as const) : [];
  const changed = ApprovalsFile.parse({ ...approvals, [id]: Object.fromEntries([...kept, ...added]) });
  writeFileSync(join(dir, approvalsFile), `${JSON.stringify(changed, null, 2)}\n`);
  for (const { english, text } of waiting) console.log(`${english}\n  ${text}`);
  console.log(
    `${outdated.size} approvals withdrawn; ${waiting.length} lines ${by ? `approved by ${by}` : "wait for a pharmacist"}.`,
  );
} catch (error) {
  console.error((error as Error).message.split("\n")[0]);
  process.exitCode = 1;
}
