/** Backs the installation up into a new folder: `npm run backup -- /backups/today`. Needs pg_dump and the settings of a node. */
import { backUp } from "#server/operations/backup.ts";
import { installation, runOnFolder } from "./installation.ts";

await runOnFolder("backup", async (folder) => {
  await backUp(installation(process.env), folder);
  return `Backed up into ${folder}. Keep SECRETS_KEY apart from it.`;
});
