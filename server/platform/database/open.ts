import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { Kysely, type Logger, PGliteDialect, type KyselyPlugin, Transaction } from "kysely";
import type { ClientConfig, Client, Pool, PoolClient } from "pg";
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

/** Services on the transaction: `db` is its handle. */
type OnTransaction<S> = Omit<S, "db"> & { readonly db: Tx };

/** Runs `work` in one transaction, with the same services on it: whatever it passes on works inside it. Joins an open one. */
export async function inTransaction<S extends { readonly db: Database }, T>(
  services: S,
  work: (tx: OnTransaction<S>) => Promise<T>,
): Promise<T> {
  const { db } = services;
  if (db instanceof Transaction) return work({ ...services, db });
  assertOutsideTransaction();
  return insideTransaction.run(true, () =>
    db
      .withoutPlugins()
      .transaction()
      .execute((tx) => work({ ...services, db: tx })),
  );
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
  /** How long a statement may take, including waits for locks, in milliseconds; 0 for no limit. The server ends it then. */
  readonly statementMs: number;
  /**
   * How long a node waits for a server that says nothing at all, in milliseconds; 0 for no limit. Longer than `statementMs`: a server that can be reached
   * has answered by then.
   */
  readonly silenceMs: number;
  /** After how long the server rolls back a transaction that asks nothing more, in milliseconds. */
  readonly idleTransactionMs: number;
}

const defaultLimits = { connections: 20, connectionMs: 5000, statementMs: 15_000, idleTransactionMs: 30_000 };
/** How much later than the server's time limit a node takes it for silent, in milliseconds. */
const graceMs = 5000;

type ClientClass = new (settings?: ClientConfig) => Client;

/** Opens a database on a PostgreSQL server; `DriverClient` is a connection of it, by default the driver's own. */
export async function openServer(
  url: string,
  limits: Partial<ServerLimits> = {},
  log?: Logger,
  DriverClient?: ClientClass,
): Promise<OpenDatabase> {
  const [{ default: pg }, { ServerDialect }, { sharedReads }] = await Promise.all([
    import("pg"),
    import("./server-dialect.ts"),
    import("./shared-reads.ts"),
  ]);
  const { connections, connectionMs, statementMs, idleTransactionMs } = { ...defaultLimits, ...limits };
  const { silenceMs = statementMs && statementMs + graceMs } = limits;
  const types = {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      typeParsers[oid] ?? pg.types.getTypeParser(oid, format as "text"),
  };
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types: types as never,
  };
  const ServerClient = DriverClient ?? pg.Client;
  const pool = new pg.Pool({ ...settings, Client: ServerClient, max: connections - readConnections });
  // A connection that breaks while idle or between queries fails its next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    endWhenSilent(client, silenceMs);
  });
  const reads = sharedReads(async () => {
    // In a pipeline, the driver ends a connection on which a statement was not answered in time.
    const client = new ServerClient({ ...settings, pipeline: true, query_timeout: silenceMs });
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

const socketOf = (client: PoolClient) => (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * Ends a connection on which nothing has come or gone for `silenceMs`. The driver's `query_timeout` would only stop waiting: the connection went back to the
 * pool with its statement, and perhaps its transaction, still open for whoever is next. The server rolls back after `idleTransactionMs` at the latest.
 */
function endWhenSilent(client: PoolClient, silenceMs: number): void {
  const socket = socketOf(client);
  const silence = Object.assign(new Error(`The database said nothing for ${silenceMs} ms`), { code: "ETIMEDOUT" });
  socket.setTimeout(silenceMs, () => void socket.destroy(silence));
}

/** Lets a connection be used for longer than a request may take: for migrations, and for waiting until another node is done. */
export async function liftTimeLimits(client: PoolClient): Promise<void> {
  socketOf(client).setTimeout(0);
  await client.query("set statement_timeout = 0; set idle_in_transaction_session_timeout = 0");
}
