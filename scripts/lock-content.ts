/**
 * Locks the wording of the questions under their current versions: `npm run lock-content`, after writing a new version. Never changes a locked one.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { checkVersions, hashesOf, type Versions, VersionsFile, versionsFile } from "#content/check/versions.ts";
import { loadContent } from "#content/loader/load.ts";

const path = new URL(`../content/${versionsFile}`, import.meta.url);
const locked: Versions = VersionsFile.parse(JSON.parse(readFileSync(path, "utf8")));
try {
  const content = await loadContent(undefined, { locked: false });
  for (const kind of ["questionnaire", "followup"] as const) {
    const { version, hashes } = hashesOf(content)[kind];
    locked[kind][version] ??= hashes;
  }
  checkVersions(content, locked);
  writeFileSync(path, `${JSON.stringify(locked, null, 2)}\n`);
  console.log(`Locked: questions ${content.questionnaire.version}, review ${content.followup.version}.`);
} catch (error) {
  console.error((error as Error).message.split("\n")[0]);
  process.exitCode = 1;
}
