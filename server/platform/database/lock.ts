import { sql } from "kysely";
import type { Tx } from "./open.ts";

/** Waits for the advisory lock of this name, shared by all nodes, and holds it until the transaction ends. */
export async function acquireAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Serializes changes of a patient's orders, subscriptions and disputes: waits for others, and holds the lock until the transaction ends. */
export const lockPatientOrders = (tx: Tx, patientId: string): Promise<void> =>
  acquireAdvisoryLock(tx, `orders of ${patientId}`);
