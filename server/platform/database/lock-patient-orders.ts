import { acquireAdvisoryLock } from "./advisory-lock.ts";
import type { Tx } from "./open.ts";

/** Serializes changes of a patient's orders, subscriptions and disputes: waits for others, and holds the lock until the transaction ends. */
export const lockPatientOrders = (tx: Tx, patientId: string): Promise<void> =>
  acquireAdvisoryLock(tx, `orders of ${patientId}`);
