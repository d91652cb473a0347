/** Backs the installation up into a new folder: `npm run backup -- /backups/today`. Needs pg_dump and the settings of a node. */
import { backUp } from "#server/operations/backup.ts";
import { installation, runFolderTask } from "./installation.ts";

await runFolderTask("backup", async (folder) => {
  const where = installation(process.env);
  const files = await backUp(where, folder);
  const withFiles = where.filesFolder === null ? `without the bucket's ${files} files` : `with ${files} files`;
  return `Backed up into ${folder}, ${withFiles}. Keep SECRETS_KEY apart from it.`;
});
