/**
 * `npm run staff -- invite|recover|disable|list`: the practice's people, from the host. Reads a node's settings; with an embedded database, stop the app
 * first.
 */
import { readConfig } from "#server/config.ts";
import { requireStaffTask, runStaffCommand } from "#server/operations/staff.ts";
import { systemClock as clock } from "#server/platform/clock/clock.ts";
import { secretsKeyError } from "#server/platform/crypto/secrets-key.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { openEmbedded, openServer } from "#server/platform/database/open.ts";
import { runTask } from "./installation.ts";

const task = process.argv.slice(2);

await runTask(async () => {
  requireStaffTask(task);
  const config = readConfig(process.env);
  const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir);
  try {
    const { db } = database;
    const secrets = createSecrets(config.secretsKey);
    const keyProblem = await secretsKeyError(db, secrets);
    if (keyProblem) throw new Error(keyProblem);
    return await runStaffCommand({ db, clock, config, secrets }, task);
  } finally {
    await database.close();
  }
});
