import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync, appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "kysely";
import { pino } from "pino";
import { createJobs, type Jobs } from "../../jobs/jobs.ts";
import { migrate } from "../migrate.ts";
import { openEmbedded, openServer, type OpenDatabase } from "../open.ts";
import { makeMemoryTablespace } from "./memory-tablespace.ts";
import { PreparingClient } from "./preparing-client.ts";
import { dropTemplateCopies, makeDatabase } from "./server-databases.ts";

const statementsFile = process.env["TEST_STATEMENTS_FILE"];
const recorded = new Set<string>();

/** Records a statement that tests sent to a server, each text once per worker; the run then has the embedded database parse them all. */
function recordStatement(text: string): void {
  if (!statementsFile || recorded.has(text)) return;
  recorded.add(text);
  appendFileSync(statementsFile, `${JSON.stringify(text)}\n`);
}

/** URL of the server a test run uses, from TEST_DATABASE_URL; null for the embedded database. */
export const testDatabaseUrl = (): string | null =>
  process.env["TEST_DATABASE"] === "server"
    ? (process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres")
    : null;

/** Without these, whose files nothing reads, a copy of the embedded database opens in 0.33 s of CPU instead of 0.55 s. */
const dropUnusedDatabases = [
  "update pg_database set datistemplate = false where datname in ('template0', 'template1')",
  "drop database template0",
  "drop database template1",
];

const cacheFolder = join(import.meta.dirname, "../../../../.cache/tests");
const embeddedImageFile = join(cacheFolder, "embedded.tar");
/** The environment variable with the name of the run's template on a server, by which workers learn it from global setup. */
const templateVariable = "TEST_TEMPLATE";
/** The one with the name of the run's tablespace in memory, where there is one. */
const tablespaceVariable = "TEST_TABLESPACE";
/** With less memory left, in bytes, copies are on the server's disk. */
const memoryToLeave = 8 * 1024 ** 3;

/** A node of a test waits longer than in production, for slow machines. */
export const testLimits = { connectionMs: 60_000, statementMs: 120_000 } as const;

/** Just-in-time compilation takes longer than what it saves on tables of a few rows, whose size the server doesn't know yet. */
function withoutJit(url: string): string {
  const address = new URL(url);
  address.searchParams.set("options", "-c jit=off");
  return address.href;
}

/**
 * Opens a test's node on the database at `url`. It has fewer connections than in production: workers with nodes of their own beside them share the hundred
 * a server gives by default.
 */
export const openTestServer = (url: string, log?: Logger): Promise<OpenDatabase> =>
  openServer(
    withoutJit(url),
    { connections: 14, ...testLimits },
    (event) => {
      recordStatement(event.query.sql);
      void log?.(event);
    },
    PreparingClient,
  );

/** Creates the template once per run, migrated and with the queues of `define`; each test file starts from a copy of it. */
export async function makeTemplate(define: (jobs: Jobs) => void = () => undefined): Promise<() => Promise<void>> {
  mkdirSync(cacheFolder, { recursive: true });
  const url = testDatabaseUrl();
  if (url === null) {
    const database = await openEmbedded(null);
    await migrateAndCreateQueues(database, define);
    for (const statement of dropUnusedDatabases) await database.script(statement);
    const image = await database.lite?.dumpDataDir("none");
    // Written aside first: another run may be reading the existing file.
    if (image) writeFileSync(`${embeddedImageFile}.${process.pid}`, Buffer.from(await image.arrayBuffer()));
    renameSync(`${embeddedImageFile}.${process.pid}`, embeddedImageFile);
    await database.close();
    return async () => undefined;
  }
  const templateDatabase = await makeDatabase(url, `calendula_test_${randomBytes(4).toString("hex")}`, {
    disposable: true,
  });
  const database = await openTestServer(templateDatabase.url);
  await migrateAndCreateQueues(database, define);
  await database.close();
  process.env[templateVariable] = templateDatabase.name;
  const tablespace = await makeMemoryTablespace(url);
  if (tablespace) process.env[tablespaceVariable] = tablespace.name;
  return async () => {
    await dropTemplateCopies(url, templateDatabase.name);
    await tablespace?.drop();
    await templateDatabase.drop();
  };
}

/**
 * A separate database, migrated and empty. The embedded one is in memory, or in `directory`; one on a server is in the run's tablespace, and dropped when
 * the run ends. Dropped in between, those on a disk would slow down the next copies: ext4 searches the deleted files of the last minutes, nine hundred
 * each, for each file it creates.
 */
export async function openTestDatabase(directory: string | null = null, log?: Logger): Promise<OpenDatabase> {
  const url = testDatabaseUrl();
  if (url === null)
    return openEmbedded(
      directory,
      existsSync(embeddedImageFile) ? new Blob([readFileSync(embeddedImageFile)]) : undefined,
      log,
    );
  const template = process.env[templateVariable];
  if (template === undefined) throw new Error("Global set-up made no template");
  const tablespace = process.availableMemory() > memoryToLeave ? process.env[tablespaceVariable] : undefined;
  const copy = await makeDatabase(url, `${template}_${randomBytes(6).toString("hex")}`, {
    template,
    ...(tablespace === undefined ? {} : { tablespace }),
    disposable: true,
  });
  return openTestServer(copy.url, log);
}

async function migrateAndCreateQueues(database: OpenDatabase, define: (jobs: Jobs) => void) {
  await migrate(database);
  const jobs = createJobs(database, pino({ level: "silent" }));
  define(jobs);
  await jobs.start(false);
  await jobs.stop();
}
