import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { cancel } from "./cancel.ts";
import { cancelSupply } from "./cancel-supply.ts";

/**
 * Ends a patient's treatment with the account: what is paid and has not left the pharmacy is given back, every subscription is cancelled with
 * its planned charges, open changes and additions.
 */
export async function endTreatment(parts: TxServices, patientId: string): Promise<void> {
  const placed = await parts.db
    .selectFrom("prescription_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "ordered")
    .orderBy("created_at")
    .execute();
  for (const { id } of placed) await ifPossible(() => cancelSupply(parts, patientId, id));
  await ifPossible(() => cancel(parts, { patientId }));
}

/** What is on its way, or over already, stays as it is: the rules refuse it before they change anything. */
async function ifPossible(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
