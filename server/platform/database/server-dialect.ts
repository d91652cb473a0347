import {
  PostgresDialect,
  SelectQueryNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Pool } from "pg";
import type { SharedReads } from "./shared-reads.ts";

/** Kysely over a pool; a read outside of transactions goes to the shared connections instead of taking one for itself. */
export class ServerDialect extends PostgresDialect {
  readonly #reads: SharedReads;

  constructor(pool: Pool, reads: SharedReads) {
    super({ pool });
    this.#reads = reads;
  }

  override createDriver(): Driver {
    return sharingDriver(super.createDriver(), this.#reads);
  }
}

/** A connection of the pool, taken when the first statement needs it. */
class Lazy implements DatabaseConnection {
  readonly #inner: Driver;
  readonly #reads: SharedReads;
  #own: Promise<DatabaseConnection> | null = null;

  constructor(inner: Driver, reads: SharedReads) {
    this.#inner = inner;
    this.#reads = reads;
  }

  own(): Promise<DatabaseConnection> {
    return (this.#own ??= this.#inner.acquireConnection());
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#own && onlyReads(query)) {
      const { rows } = await this.#reads.run(query.sql, query.parameters);
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
const onlyReads = ({ query }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) && query.with === undefined && query.endModifiers === undefined;

function sharingDriver(inner: Driver, reads: SharedReads): Driver {
  const own = (connection: DatabaseConnection) => (connection as Lazy).own();
  return {
    init: (options) => inner.init(options),
    acquireConnection: async () => new Lazy(inner, reads),
    releaseConnection: (connection) => (connection as Lazy).release(),
    beginTransaction: async (connection, settings) => inner.beginTransaction(await own(connection), settings),
    commitTransaction: async (connection) => inner.commitTransaction(await own(connection)),
    rollbackTransaction: async (connection) => inner.rollbackTransaction(await own(connection)),
    savepoint: async (connection, name, compile) => inner.savepoint?.(await own(connection), name, compile),
    rollbackToSavepoint: async (connection, name, compile) =>
      inner.rollbackToSavepoint?.(await own(connection), name, compile),
    releaseSavepoint: async (connection, name, compile) =>
      inner.releaseSavepoint?.(await own(connection), name, compile),
    async destroy(options) {
      await reads.close();
      await inner.destroy(options);
    },
  };
}
