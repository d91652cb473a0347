import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { withSetupLock } from "./advisory-lock.ts";
import { liftTimeLimits, type OpenDatabase } from "./open.ts";

/**
 * Applies the SQL files of server/migrations, once each in the order of their names, on one node at a time. A file is one transaction, unless its
 * first line is the marker below: then each of its statements (which end with `;` at a line's end) runs by itself and may run again after an
 * interruption. Both may run as long as they need, but wait for a lock only briefly, because later requests for the table queue behind
 * them; then they try again. Applied files are recorded with their checksums.
 */
const folder = join(import.meta.dirname, "../../migrations");
const noTransactionMarker = "-- migrate: without transaction";

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  readonly transaction: boolean;
}

export interface MigrateOptions {
  readonly folder?: string;
  /** How long one attempt waits for a lock, how many attempts there are, and the pause between them; times in milliseconds. */
  readonly lockTimeoutMs?: number;
  readonly maxAttempts?: number;
  readonly retryDelayMs?: number;
}

type MigrationTarget = Pick<OpenDatabase, "db" | "script" | "pool">;

/** Applies pending files and returns their names. Throws an error of one line if one fails, or if this version does not fit the database. */
export async function migrate(database: MigrationTarget, options: MigrateOptions = {}): Promise<readonly string[]> {
  return withSetupLock(database, async () => {
    const session = await openMigrationSession(database);
    try {
      await ensureMigrationTable(database, session.run);
      const pending = await pendingMigrations(database, options.folder);
      for (const migration of pending) await apply(session, migration, options);
      return pending.map(({ name }) => name);
    } finally {
      await session.close();
    }
  });
}

/** What `migrate` would run; writes nothing. */
export const planMigrations = async (
  database: MigrationTarget,
  { folder: migrationsFolder }: Pick<MigrateOptions, "folder"> = {},
): Promise<readonly Pick<Migration, "name" | "transaction">[]> => pendingMigrations(database, migrationsFolder);

async function pendingMigrations({ db }: Pick<MigrationTarget, "db">, migrationsFolder = folder): Promise<Migration[]> {
  const files = await readMigrations(migrationsFolder);
  const applied = new Map<string, string>();
  if (await hasMigrationTable(db)) {
    const { rows } = await sql<{
      name: string;
      checksum: string;
    }>`select name, checksum from migration order by name`.execute(db);
    for (const row of rows) applied.set(row.name, row.checksum);
  }
  const filesByName = new Map(files.map((file) => [file.name, file]));
  for (const [name, checksum] of applied) {
    const file = filesByName.get(name);
    if (!file)
      throw new Error(
        `The database is newer than this version: ${name} was applied to it. Start the newer version, or restore a backup from before.`,
      );
    if (checksum !== file.checksum)
      throw new Error(`Migration ${name} was changed after it was applied: put it back and write a new one.`);
  }
  return files.filter(({ name }) => !applied.has(name));
}

async function readMigrations(migrationsFolder: string): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(migrationsFolder, name), "utf8")).replaceAll("\r\n", "\n");
      const transaction = !text.startsWith(`${noTransactionMarker}\n`);
      if (transaction && statementsOf(text).some((statement) => concurrentIndex.test(statement)))
        throw new Error(`Migration ${name} works concurrently: its first line must be "${noTransactionMarker}".`);
      return { name, text, checksum: createHash("sha256").update(text).digest("hex"), transaction };
    }),
  );
}

const concurrentIndex = /\bindex\s+concurrently\b/i;
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^\s*--.*$/gm, "")
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");

const hasMigrationTable = async (db: MigrationTarget["db"]): Promise<boolean> => {
  const { rows } =
    await sql`select where to_regclass(quote_ident(current_schema()) || '.migration') is not null`.execute(db);
  return rows.length > 0;
};

/** Creates the table of applied files. */
async function ensureMigrationTable({ db }: MigrationTarget, run: MigrationSession["run"]): Promise<void> {
  if (!(await hasMigrationTable(db)))
    await run(
      "create table migration (name text primary key, applied_at timestamptz not null default now(), checksum text)",
    );
}

interface MigrationSession {
  readonly run: (text: string) => Promise<void>;
  /** Limits the wait for a lock within a transaction; 0 for no limit. */
  readonly setLockTimeout: (ms: number) => Promise<void>;
  /** PGlite has a single connection, so nothing runs concurrently. */
  readonly embedded: boolean;
  readonly close: () => Promise<void>;
}

/** A separate connection, without the time limit of request statements. */
async function openMigrationSession({ pool, script }: MigrationTarget): Promise<MigrationSession> {
  if (!pool)
    return { run: script, setLockTimeout: async () => undefined, embedded: true, close: async () => undefined };
  const client = await pool.connect();
  await liftTimeLimits(client);
  return {
    run: async (text) => void (await client.query(text)),
    setLockTimeout: async (ms) => void (await client.query(`set lock_timeout = ${ms}`)),
    embedded: false,
    close: async () => client.release(true),
  };
}

async function apply(session: MigrationSession, migration: Migration, options: MigrateOptions): Promise<void> {
  const { name, text, checksum, transaction } = migration;
  const { lockTimeoutMs = 3000, maxAttempts = 40, retryDelayMs = 1500 } = options;
  const recordStatement = `insert into migration (name, checksum) values ('${name.replaceAll("'", "''")}', '${checksum}')`;
  const steps = transaction
    ? [`begin; ${recordStatement}; ${text}\n; commit`]
    : [
        ...statementsOf(text).flatMap((statement) => nonTransactionalSteps(statement, session.embedded)),
        recordStatement,
      ];
  for (const step of steps) {
    // Building an index concurrently blocks nobody while it waits.
    await session.setLockTimeout(!transaction && concurrentIndex.test(step) ? 0 : lockTimeoutMs);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await session.run(step);
        break;
      } catch (error) {
        await session.run("rollback").catch(() => undefined);
        const { code, message } = error as { code?: string; message: string };
        const isLockFailure = code === "55P03" || code === "40P01";
        if (!isLockFailure) throw new Error(`Migration ${name} failed: ${message.split("\n")[0]}`, { cause: error });
        if (attempt >= maxAttempts)
          throw new Error(`Migration ${name} got no lock in ${maxAttempts} tries: ${message}`, { cause: error });
        await pause(retryDelayMs);
      }
    }
  }
}

/** Steps of a statement outside of a transaction. An interrupted index build leaves an invalid index, so one of its name is dropped first. */
function nonTransactionalSteps(statement: string, embedded: boolean): string[] {
  const indexName = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\b)(\w+)/i.exec(statement)?.[1];
  const steps = indexName === undefined ? [statement] : [`drop index concurrently if exists ${indexName}`, statement];
  return embedded ? steps.map((step) => step.replace(/\bconcurrently\b/i, "")) : steps;
}
