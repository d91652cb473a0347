/** Restores a backup into the empty database of DATABASE_URL and verifies it: `npm run restore -- /backups/today`. Needs pg_restore. */
import { restore } from "#server/operations/backup.ts";
import { installation, proveRestore, runFolderTask } from "./installation.ts";

await runFolderTask("restore", async (folder) => {
  await restore(installation(process.env), folder);
  return proveRestore(process.env);
});
