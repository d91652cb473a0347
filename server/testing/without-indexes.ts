import { sql } from "kysely";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { TestServer } from "./harness.ts";

/** What a query answers where no index happens to bring its order along: what the order leaves open comes as the rows lie in the table. */
export const withoutIndexes = <T>({ services }: TestServer, query: (db: Database) => Promise<T>): Promise<T> =>
  inTransaction(services, async ({ db }) => {
    await sql`select set_config(name, 'off', true) from unnest(array[
      'enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan']) as name`.execute(db);
    return query(db);
  });
