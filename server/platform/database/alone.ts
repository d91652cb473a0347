import type { OpenDatabase } from "./open.ts";

/** Key of the advisory lock of nodes that set a database up. */
const lock = 4712;

/**
 * Runs `work` while no other node on the database runs any such work; others wait their turn, and a node that dies gives its turn back.
 * What creates schemas and tables needs it: two at once collide, `if not exists` or not.
 */
export async function alone<T>({ pool }: Pick<OpenDatabase, "pool">, work: () => Promise<T>): Promise<T> {
  if (!pool) return work();
  const client = await pool.connect();
  try {
    // Waiting takes as long as the other node's work; a statement's usual limit does not hold here.
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [lock]);
    return await work();
  } finally {
    // Closed, not kept: its end gives the lock back, whatever became of the work.
    client.release(true);
  }
}
