import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Tx } from "#server/platform/database/open.ts";

/** Serializes what a patient notes on two devices, and the reminders about it, until the transaction ends. */
export const lockWellbeing = (tx: Tx, patientId: string): Promise<void> =>
  acquireAdvisoryLock(tx, `wellbeing of ${patientId}`);
