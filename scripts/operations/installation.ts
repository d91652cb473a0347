import { join } from "node:path";
import { openFileStore } from "#server/adapters.ts";
import { readConfig } from "#server/config.ts";
import { checkRestore, type Installation, ProblemsFound } from "#server/operations/backup.ts";
import { createSecrets } from "#server/platform/crypto/secrets.ts";
import { openServer } from "#server/platform/database/open.ts";

/** The server's database and files as a node's settings name them; throws a one-line error where there is none. */
export function installation(env: NodeJS.ProcessEnv): Installation {
  if (!env["DATABASE_URL"])
    throw new Error(
      "Setting DATABASE_URL is missing: an embedded database is backed up by copying DATA_DIR while the app is stopped.",
    );
  const filesFolder = env["S3_ENDPOINT"] ? null : join(env["DATA_DIR"] || "./data", "files");
  return { databaseUrl: env["DATABASE_URL"], filesFolder };
}

/** Opens the database as a node would, without migrating or starting anything; throws its problems, or returns what was verified. */
export async function proveRestore(env: NodeJS.ProcessEnv): Promise<string> {
  const { databaseUrl } = installation(env);
  if (!env["SECRETS_KEY"]) throw new Error("Setting SECRETS_KEY is missing: the check opens values with it.");
  const config = readConfig(env);
  const database = await openServer(databaseUrl);
  try {
    const services = {
      db: database.db,
      secrets: createSecrets(config.secretsKey),
      files: await openFileStore(config, null),
    };
    const { problems, valuesOpened, filesRead } = await checkRestore(services);
    if (problems.length > 0) throw new ProblemsFound(problems);
    return `Proved: ${valuesOpened} sealed values opened, ${filesRead} files read, which are all.`;
  } finally {
    await database.close();
  }
}

/** Runs a task on the folder given as argument, and prints its outcome in one line. */
export const runFolderTask = (name: string, task: (folder: string) => Promise<string>): Promise<void> =>
  runTask(() => {
    const [folder] = process.argv.slice(2);
    if (!folder) throw new Error(`Name a folder: npm run ${name} -- FOLDER`);
    return task(folder);
  });

export async function runTask(task: () => Promise<string>): Promise<void> {
  try {
    console.log(await task());
  } catch (error) {
    const { message } = error as Error;
    console.error(error instanceof ProblemsFound ? message : message.split("\n")[0]);
    process.exitCode = 1;
  }
}
