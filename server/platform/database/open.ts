import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely, type Logger, PGliteDialect, type KyselyPlugin, type Transaction } from "kysely";
import type { PGlite } from "@electric-sql/pglite";
import type { Pool } from "pg";
import { enablePreparedReads } from "./prepared-reads.ts";
import type { Tables } from "./tables.ts";

export type Database = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** An open database: Kysely on it, and the driver for code that needs it directly (jobs). */
export interface OpenDatabase {
  readonly db: Database;
  readonly lite: PGlite | null;
  readonly pool: Pool | null;
  /** Runs SQL text with several statements (migrations). */
  readonly script: (sql: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** int8, numeric and count(*) as numbers; date and interval as text, so that a birthday has no time zone. */
const typeParsers: Record<number, (value: string) => unknown> = {
  20: Number,
  1082: (value) => value,
  1186: (value) => value,
  1700: Number,
};

const insideTransaction = new AsyncLocalStorage<true>();

function assertOutsideTransaction(): void {
  if (insideTransaction.getStore()) throw new Error("Use the transaction handle inside a transaction.");
}

/** Refuses the root handle inside a transaction, for a compiled query, which bypasses the plugin below. */
export function assertTransactionHandle(db: Database): void {
  if (!db.isTransaction) assertOutsideTransaction();
}

/** Inside a transaction, a query on the root handle would hang on the embedded database and run outside the transaction on a server. */
const rootHandleGuard: KyselyPlugin = {
  transformQuery: ({ node }) => {
    assertOutsideTransaction();
    return node;
  },
  transformResult: async ({ result }) => result,
};

/**
 * Runs `work` in one transaction; joins an open one. Given services, `work` gets the same services on the transaction: whatever it passes on
 * works inside it.
 */
export function inTransaction<S extends { readonly db: Database }, T>(
  services: S,
  work: (tx: Omit<S, "db"> & { readonly db: Tx }) => Promise<T>,
): Promise<T>;
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T>;
export async function inTransaction<S extends { readonly db: Database }, T>(
  on: S | Database,
  work: ((tx: Omit<S, "db"> & { readonly db: Tx }) => Promise<T>) | ((tx: Tx) => Promise<T>),
): Promise<T> {
  if (!(on instanceof Kysely)) return transact(on.db, (db) => (work as (tx: object) => Promise<T>)({ ...on, db }));
  return transact(on, work as (tx: Tx) => Promise<T>);
}

async function transact<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Tx);
  assertOutsideTransaction();
  return insideTransaction.run(true, () => db.withoutPlugins().transaction().execute(work));
}

/** Opens the database the settings name; `limits` count on a server only. */
export const openDatabase = (
  settings: { databaseUrl: string | null; databaseConnections: number; dataDir: string },
  limits: Partial<ServerLimits> = {},
): Promise<OpenDatabase> =>
  settings.databaseUrl === null
    ? openEmbedded(settings.dataDir)
    : openServer(settings.databaseUrl, { connections: settings.databaseConnections, ...limits });

/**
 * Buffer memory of the embedded database: an eighth of PostgreSQL's default 128 MB, which it would fill and never give back.
 * Anything else comes from the operating system's file cache.
 */
const embeddedBuffers = "shared_buffers=16MB";

/** Opens embedded Postgres in `directory`, or in memory when null. `image` is a dump to start from; `log` logs each statement. */
export async function openEmbedded(directory: string | null, image?: Blob, log?: Logger): Promise<OpenDatabase> {
  const [{ PGlite: Lite }, { citext }] = await Promise.all([
    import("@electric-sql/pglite"),
    import("@electric-sql/pglite/contrib/citext"),
  ]);
  const lock = directory === null ? null : await lockDirectory(directory);
  const lite = await Lite.create({
    ...(directory === null ? {} : { dataDir: join(directory, "postgres") }),
    ...(image ? { loadDataDir: image } : {}),
    extensions: { citext },
    startParams: [...Lite.defaultStartParams, "-c", embeddedBuffers],
    parsers: typeParsers,
  });
  const db = new Kysely<Tables>({
    dialect: new PGliteDialect({
      pglite: lite,
      onCreateConnection: async (connection) => enablePreparedReads(connection),
    }),
    ...(log && { log }),
  }).withPlugin(rootHandleGuard);
  return {
    db,
    lite,
    pool: null,
    script: async (sql) => void (await lite.exec(sql)),
    close: async () => {
      await db.destroy();
      if (!lite.closed) await lite.close();
      lock?.close();
    },
  };
}

/** One process per directory: the kernel releases this lock even after SIGKILL. */
async function lockDirectory(directory: string) {
  mkdirSync(directory, { recursive: true });
  const { DatabaseSync } = await import("node:sqlite");
  const lock = new DatabaseSync(join(directory, "lock"));
  try {
    lock.exec("pragma busy_timeout = 0; begin exclusive");
  } catch {
    throw new Error(`Another process uses the data directory ${directory}. Stop it, or set DATA_DIR.`);
  }
  return lock;
}

/** How many of a node's connections are shared by reads outside of transactions. */
const readConnections = 4;

export interface ServerLimits {
  /** Most connections of a node to the server. */
  readonly connections: number;
  /** How long a statement waits for a connection, in milliseconds. */
  readonly connectionMs: number;
  /** How long a statement may take, including waits for locks, in milliseconds. */
  readonly statementMs: number;
}

const defaultLimits: ServerLimits = { connections: 20, connectionMs: 5000, statementMs: 15_000 };

/** Opens a database on a PostgreSQL server. */
export async function openServer(url: string, limits: Partial<ServerLimits> = {}, log?: Logger): Promise<OpenDatabase> {
  const [{ default: pg }, { ServerDialect }, { sharedReads }] = await Promise.all([
    import("pg"),
    import("./server-dialect.ts"),
    import("./shared-reads.ts"),
  ]);
  const { connections, connectionMs, statementMs } = { ...defaultLimits, ...limits };
  const types = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      typeParsers[oid] ?? pg.types.getTypeParser(oid, format as "text"),
  };
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    types: types as never,
  };
  const pool = new pg.Pool({ ...settings, max: connections - readConnections });
  // A connection that breaks while idle or between queries fails its next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => void client.on("error", () => undefined));
  const reads = sharedReads(async () => {
    const client = new pg.Client({ ...settings, pipeline: true });
    await client.connect();
    return client;
  }, readConnections);
  const db = new Kysely<Tables>({ dialect: new ServerDialect(pool, reads), ...(log && { log }) }).withPlugin(
    rootHandleGuard,
  );
  return {
    db,
    lite: null,
    pool,
    script: async (sql) => void (await pool.query(sql)),
    close: () => db.destroy(),
  };
}
