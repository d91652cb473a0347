import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { PoolClient } from "pg";
import { liftTimeLimits, type OpenDatabase, type Tx } from "./open.ts";

/** Key of the advisory lock held by a node that sets up a database. */
const setupLockKey = 4712;

/** How often a waiting node tries to get the lock, in milliseconds. */
const pollMs = 100;

/**
 * Runs `work` while no other node on the database runs any such work; others wait, and a node that dies releases the lock.
 * Required for creating schemas and tables: two nodes doing so at once collide, even with `if not exists`.
 */
export async function withSetupLock<T>({ pool }: Pick<OpenDatabase, "pool">, work: () => Promise<T>): Promise<T> {
  if (!pool) return work();
  const client = await pool.connect();
  try {
    // On a busy server even trying may take longer than a request's statement may.
    await liftTimeLimits(client);
    // Polls instead of waiting in a statement, which would hold a snapshot that an index built concurrently by the other node waits for.
    while (!(await tryLock(client))) await pause(pollMs);
    return await work();
  } finally {
    // Closed instead of reused: ending the connection releases the lock, however the work ended.
    client.release(true);
  }
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [setupLockKey]);
  return rows[0]?.got ?? false;
}

/** Waits for the advisory lock of this name, shared by all nodes, and holds it until the transaction ends. */
export async function acquireAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
