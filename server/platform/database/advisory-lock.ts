import { setTimeout as pause } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { OpenDatabase } from "./open.ts";

/** Key of the advisory lock of nodes that set a database up. */
const setupLockKey = 4712;

/** How often a node that waits asks whether its turn has come, in milliseconds. */
const pollMs = 100;

/**
 * Runs `work` while no other node on the database runs any such work; others wait their turn, and a node that dies gives its turn back.
 * What creates schemas and tables needs it: two at once collide, `if not exists` or not.
 */
export async function withSetupLock<T>({ pool }: Pick<OpenDatabase, "pool">, work: () => Promise<T>): Promise<T> {
  if (!pool) return work();
  const client = await pool.connect();
  try {
    // On a busy server even asking may take longer than a request's statement may.
    await client.query("set statement_timeout = 0");
    // Asked again and again: a statement that waited would hold a snapshot, and an index built concurrently by the other node would wait for it.
    while (!(await tryLock(client))) await pause(pollMs);
    return await work();
  } finally {
    // Closed, not kept: its end gives the lock back, whatever became of the work.
    client.release(true);
  }
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [setupLockKey]);
  return rows[0]?.got ?? false;
}
