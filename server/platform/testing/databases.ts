import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { createJobs } from "../jobs/jobs.ts";
import { migrate } from "../database/migrate.ts";
import { openEmbedded, openServer, type OpenDatabase } from "../database/open.ts";
import { pino } from "pino";

/** Which Postgres a test run is on: `embedded`, or the server of TEST_DATABASE_URL. */
export const testDatabaseUrl = (): string | null =>
  process.env["TEST_DATABASE"] === "server"
    ? (process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres")
    : null;

const cache = join(import.meta.dirname, "../../../.cache/tests");
const imageFile = join(cache, "embedded.tar");
const nameFile = join(cache, "template-name");

/** Makes the migrated template once per run; each test file then starts from a copy of it. */
export async function makeTemplate(): Promise<() => Promise<void>> {
  mkdirSync(cache, { recursive: true });
  const url = testDatabaseUrl();
  if (url === null) {
    const database = await openEmbedded(null);
    await prepare(database);
    const image = await database.lite?.dumpDataDir("none");
    // Another run may be reading the file of before.
    if (image) writeFileSync(`${imageFile}.${process.pid}`, Buffer.from(await image.arrayBuffer()));
    renameSync(`${imageFile}.${process.pid}`, imageFile);
    await database.close();
    return async () => undefined;
  }
  const name = `calendula_test_${randomBytes(4).toString("hex")}`;
  await onServer(url, `create database ${name}`);
  const database = await openServer(atDatabase(url, name));
  await prepare(database);
  await database.close();
  writeFileSync(nameFile, name);
  return () => onServer(url, `drop database if exists ${name} with (force)`);
}

/** A database of one's own, migrated and empty. The embedded one lives in memory, or in `directory`. */
export async function openTestDatabase(directory: string | null = null): Promise<OpenDatabase> {
  const url = testDatabaseUrl();
  if (url === null)
    return openEmbedded(directory, existsSync(imageFile) ? new Blob([readFileSync(imageFile)]) : undefined);
  const name = `${readFileSync(nameFile, "utf8")}_${randomBytes(6).toString("hex")}`;
  await onServer(url, `create database ${name} template ${readFileSync(nameFile, "utf8")}`);
  const database = await openServer(atDatabase(url, name));
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer(url, `drop database if exists ${name} with (force)`);
    },
  };
}

async function prepare(database: OpenDatabase) {
  await migrate(database);
  const jobs = createJobs(database, pino({ level: "silent" }));
  await jobs.start(false);
  await jobs.stop();
}

function atDatabase(url: string, name: string): string {
  const at = new URL(url);
  at.pathname = `/${name}`;
  return at.href;
}

async function onServer(url: string, statement: string) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
