import { sql } from "kysely";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { TestServer } from "./harness.ts";

/** Whether a transaction on this database waits for an advisory lock. */
export async function isAdvisoryLockAwaited(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(tx);
  return (rows[0]?.count ?? 0) > 0;
}

/** Whether another transaction waits for this one, for a row or whatever it has locked. What `pg_stat_activity` says stays the same within one. */
export async function isWaitedFor(tx: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(tx);
  return rows.length > 0;
}

/**
 * Makes an attempt while another transaction, which commits once the attempt waits for it, has done `before`; returns whether it waited, and its result.
 * Needs a database that allows more than one connection.
 */
export async function whileDoing<T>(
  { services }: Pick<TestServer, "services">,
  before: (tx: Tx) => Promise<unknown>,
  attempt: () => Promise<T>,
): Promise<{ readonly waited: boolean; readonly result: T }> {
  let isSettled = false;
  let waited = false;
  let result: Promise<T> | undefined;
  await services.db
    .withoutPlugins()
    .transaction()
    .execute(async (tx) => {
      await before(tx);
      result = attempt().finally(() => (isSettled = true));
      while (!isSettled && !waited) waited = await isWaitedFor(tx);
    });
  if (!result) throw new Error("Nothing was attempted.");
  return { waited, result: await result };
}

/** As `whileDoing`, while an order of the patient is being placed. */
export const whileOrdersLocked = <T>(
  server: Pick<TestServer, "services">,
  patientId: string,
  attempt: () => Promise<T>,
): Promise<{ readonly waited: boolean; readonly result: T }> =>
  whileDoing(server, (tx) => lockPatientOrders(tx, patientId), attempt);
