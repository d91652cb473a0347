/** Restores a backup into the empty database of DATABASE_URL and proves it: `npm run restore -- /backups/today`. Needs pg_restore. */
import { restore } from "#server/operations/backup.ts";
import { installation, proof, runOnFolder } from "./installation.ts";

await runOnFolder("restore", async (folder) => {
  await restore(installation(process.env), folder);
  return proof(process.env);
});
