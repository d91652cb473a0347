import { sql } from "kysely";
import type { Tx } from "./open.ts";

/** Waits for whoever holds the lock of this name, on any node, and holds it until the transaction ends. */
export async function acquireAdvisoryLock(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** One change of a patient's orders, subscriptions and disputes at a time: waits for the others, until the transaction ends. */
export const lockPatientOrders = (tx: Tx, patientId: string): Promise<void> =>
  acquireAdvisoryLock(tx, `orders of ${patientId}`);
