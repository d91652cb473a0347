import type { Upsell } from "#contract/growth/upsell.ts";
import { presentOrder } from "#server/orders/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { withdrawUpsellRequest } from "#server/upsell-requests/public.ts";
import { loadUpsellFacts } from "./eligibility-facts.ts";
import { presentUpsell } from "./present-upsell.ts";
import { decideUpsells, lockUpsell } from "./upsell-queries.ts";

/**
 * Denies an upsell; it is not offered again unasked. Idempotent. Refuses `not_found` for one that is not the patient's, `wrong_state` for
 * one that is accepted or being paid.
 */
export async function denyUpsell(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  id: string,
): Promise<Upsell> {
  return inTransaction(services, async (tx) => {
    // Waits for an order of it that is being placed.
    await lockPatientOrders(tx.db, patientId);
    const { state, paying } = await loadUpsellFacts(tx, patientId);
    const row = await lockUpsell(tx.db, patientId, id);
    if (!row) throw new Refusal("not_found");
    if (row.status === "accepted" || paying.includes(row.product_id))
      throw services.refuse("wrong_state", { message: sentence("growth.upsell_added_already") });
    await decideUpsells(tx.db, [id], "denied", services.clock.now());
    const shown = await presentUpsell(tx, { ...row, status: "denied" }, state);
    if (!shown) throw new Refusal("not_found");
    return shown;
  });
}

/**
 * Withdraws an order of upsells before the doctor has decided. Idempotent. Refuses `not_found` for an order that is not the patient's,
 * `wrong_state` after a decision.
 */
export async function withdrawUpsell(services: Services & Refuses<"wrong_state">, patientId: string, orderId: string) {
  await inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await withdrawUpsellRequest(tx, patientId, orderId);
  });
  const order = await presentOrder(services, orderId);
  if (!order) throw new Refusal("not_found");
  return { message: toText(services.content, sentence("growth.upsell_withdrawn")), order };
}
