/** Backs the installation up into a new folder: `npm run backup -- /backups/today`. Needs pg_dump and the settings of a node. */
import { backUp } from "#server/operations/backup.ts";
import { installation, runFolderTask } from "./installation.ts";

await runFolderTask("backup", async (folder) => {
  await backUp(installation(process.env), folder);
  return `Backed up into ${folder}. Keep SECRETS_KEY apart from it.`;
});
