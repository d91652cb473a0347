/**
 * `npm run patient -- export ID [FOLDER]` writes the practice's data of a patient into a new folder; `npm run patient -- erase ID` erases what may be
 * erased of a patient whose account is closed; `npm run patient -- index` writes anew what all patients are found by. Reads a node's settings; with
 * an embedded database, stop the app first.
 */
import { cachedContent } from "#content/loader/cached-content.ts";
import { openFileStore, openGateway } from "#server/adapters.ts";
import { rebuildShippingPhones } from "#server/addresses/public.ts";
import { rebuildSearchTerms } from "#server/auth/public.ts";
import { readConfig } from "#server/config.ts";
import { erasePatient } from "#server/operations/patient/erase.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { createAudit } from "#server/platform/audit/audit.ts";
import { systemClock as clock } from "#server/platform/clock/clock.ts";
import { secretsKeyError } from "#server/platform/crypto/secrets-key.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { openEmbedded, openServer } from "#server/platform/database/open.ts";
import { runTask } from "./installation.ts";

/** Does what the arguments say, with a node's settings, and says what was done; throws an Error of one clear sentence. */
export async function patientTask(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [task, id, folder = `patient-${id}`] = args;
  if (task !== "index" && (!id || (task !== "export" && task !== "erase")))
    throw new Error(
      "Say what to do with whom: npm run patient -- export ID [FOLDER], npm run patient -- erase ID, or npm run patient -- index",
    );
  const config = readConfig(env);
  const content = await cachedContent({ brandFile: config.brandFile, demo: config.demo });
  const database = config.databaseUrl ? await openServer(config.databaseUrl) : await openEmbedded(config.dataDir);
  try {
    const { db } = database;
    const secrets = createSecrets(config.secretsKey);
    const keyProblem = await secretsKeyError(db, secrets);
    if (keyProblem) throw new Error(keyProblem);
    if (task === "index" || !id)
      return `${await rebuildSearchTerms({ db, secrets }, rebuildShippingPhones)} patients can be searched.`;
    const services = {
      db,
      secrets,
      content,
      config,
      clock,
      files: await openFileStore(config, null),
      gateway: await openGateway(config, db, clock, secrets),
      audit: createAudit(db, clock),
    };
    if (task === "export") {
      const { tables, rows, files } = await exportPatient(services, id, folder);
      return `Wrote ${rows} rows of ${tables} tables and ${files} files into ${folder}.`;
    }
    const { retainedUntil, rows, files } = await erasePatient(services, id);
    const sum = Object.values(rows).reduce((all, count) => all + count, 0);
    const rest = retainedUntil
      ? `Clinical records are held until ${retainedUntil.toISOString().slice(0, 10)}: run it again after that day.`
      : "Orders and payments stay without the person.";
    return `Erased or overwrote ${sum} rows and ${files} files. ${rest}`;
  } finally {
    await database.close();
  }
}

if (import.meta.main) await runTask(() => patientTask(process.argv.slice(2), process.env));
