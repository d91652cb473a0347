import {
  PostgresDialect,
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Pool } from "pg";
import { isReadOften } from "./prepared-reads.ts";
import type { SharedReads } from "./shared-reads.ts";

/** Kysely on a pool; a read outside of transactions uses the shared connections instead of taking one. */
export class ServerDialect extends PostgresDialect {
  readonly #reads: SharedReads;

  constructor(pool: Pool, reads: SharedReads) {
    super({ pool });
    this.#reads = reads;
  }

  override createDriver(): Driver {
    return sharedReadsDriver(super.createDriver(), this.#reads);
  }
}

/** A pool connection that is taken when the first statement needs it. */
class LazyConnection implements DatabaseConnection {
  readonly #inner: Driver;
  readonly #reads: SharedReads;
  #own: Promise<DatabaseConnection> | null = null;

  constructor(baseDriver: Driver, reads: SharedReads) {
    this.#inner = baseDriver;
    this.#reads = reads;
  }

  own(): Promise<DatabaseConnection> {
    return (this.#own ??= this.#inner.acquireConnection());
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#own && isPlainSelect(query)) {
      const { rows } = await this.#reads.run(query.sql, query.parameters, isReadOften(query));
      return { rows: rows as R[] };
    }
    return (await this.own()).executeQuery<R>(query);
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.own()).streamQuery<R>(query, chunkSize);
  }

  async release(): Promise<void> {
    if (this.#own) await this.#inner.releaseConnection(await this.#own);
  }
}

/** A plain select: no locks (`for update`), no writes in a `with`. */
const isPlainSelect = ({ query }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) && query.with === undefined && query.endModifiers === undefined;

function sharedReadsDriver(baseDriver: Driver, reads: SharedReads): Driver {
  const acquire = (connection: DatabaseConnection) => (connection as LazyConnection).own();
  return {
    init: (options) => baseDriver.init(options),
    acquireConnection: async () => new LazyConnection(baseDriver, reads),
    releaseConnection: (connection) => (connection as LazyConnection).release(),
    beginTransaction: async (connection, settings) => baseDriver.beginTransaction(await acquire(connection), settings),
    commitTransaction: async (connection) => baseDriver.commitTransaction(await acquire(connection)),
    rollbackTransaction: async (connection) => baseDriver.rollbackTransaction(await acquire(connection)),
    savepoint: async (connection, name, compile) => baseDriver.savepoint?.(await acquire(connection), name, compile),
    rollbackToSavepoint: async (connection, name, compile) =>
      baseDriver.rollbackToSavepoint?.(await acquire(connection), name, compile),
    releaseSavepoint: async (connection, name, compile) =>
      baseDriver.releaseSavepoint?.(await acquire(connection), name, compile),
    async destroy(options) {
      await reads.close();
      await baseDriver.destroy(options);
    },
  };
}
