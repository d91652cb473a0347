/**
 * `npm run staff -- invite|recover|disable|list`: the practice's people, from the host. Reads a node's settings; with an embedded database, stop the app
 * first.
 */
import { readConfig } from "#server/config.ts";
import { runStaffCommand } from "#server/operations/staff.ts";
import { systemClock as clock } from "#server/platform/clock/clock.ts";
import { openEmbedded, openServer } from "#server/platform/database/open.ts";
import { runTask } from "./installation.ts";

await runTask(async () => {
  const config = readConfig(process.env);
  const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir);
  try {
    return await runStaffCommand({ db: database.db, clock, config }, process.argv.slice(2));
  } finally {
    await database.close();
  }
});
