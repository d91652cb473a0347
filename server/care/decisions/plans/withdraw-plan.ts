import type { TxServices } from "#server/platform/services.ts";
import { type CaseRow, lockCase, updateCase } from "#server/cases/public.ts";
import { cancelPendingSubscriptions } from "#server/treatment/public.ts";

/**
 * Ends an undecided plan that the patient no longer wants: its case lapses, and nothing of it starts. The caller voids its order, in a transaction
 * that holds the lock of the patient's orders. False once it is decided.
 */
export async function withdrawPlan(services: TxServices, { id, order_id }: CaseRow): Promise<boolean> {
  const { db, clock } = services;
  await lockCase(db, id);
  const changes = { status: "lapsed", payment_settled_at: clock.now() };
  if (!(await updateCase(db, id, ["submitted", "accepted"], changes))) return false;
  await cancelPendingSubscriptions(services, order_id);
  return true;
}
