import { sql } from "kysely";
import type { Tx } from "#server/platform/database/open.ts";
import type { TestServer } from "#server/testing/harness.ts";

/** Runs in a transaction that comes to nothing: a table of states needs one patient, and leaves them as they were. */
export async function rolledBack<Found>({ services }: TestServer, act: (tx: Tx) => Promise<Found>): Promise<Found> {
  const tx = await services.db.startTransaction().execute();
  try {
    return await act(tx);
  } finally {
    await tx.rollback().execute();
  }
}

/** Writes rows as they are in a state that takes many steps to reach, which the triggers would refuse to skip. */
export async function withoutTriggers(tx: Tx, write: () => Promise<unknown>): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx);
  await write();
  await sql`set local session_replication_role = origin`.execute(tx);
}
