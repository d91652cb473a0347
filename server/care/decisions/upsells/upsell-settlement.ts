import { notifyAndMail } from "#server/notifications/public.ts";
import { orderById, type OrderRow } from "#server/orders/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { updateUpsellRequest, lockUpsellRequest } from "#server/upsell-requests/public.ts";
import { askForCard, releaseToPharmacy } from "../plans/plan-settlement.ts";
import { upsellSettlementStep } from "./upsell-rules.ts";

/** Where the patient orders again. */
const homePath = "/home";

/**
 * Settles an upsell request once the payment of its order is captured or voided. Approved and captured: it goes to the pharmacy, its
 * subscriptions start, the patient is notified. Approved and voided: the patient is asked for another card. Undecided and voided: it
 * lapses, and the patient is asked to order again. Idempotent.
 */
export function applyUpsellSettlement(services: Services & Refuses<"wrong_state">, orderId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const known = await orderById(tx.db, orderId);
    if (known?.kind !== "upsell") return;
    await lockPatientOrders(tx.db, known.patient_id);
    const found = await lockUpsellRequest(tx.db, orderId);
    const order = await orderById(tx.db, orderId);
    if (!found || !order || found.completed_at !== null) return;
    const next = upsellSettlementStep(found.status, order.status);
    if (next === null) return;
    const now = services.clock.now();
    const lapsed = next === "lapse" ? { status: "lapsed" as const, decided_at: now } : {};
    await updateUpsellRequest(tx.db, found.id, found.status, { completed_at: now, ...lapsed });
    await settlementSteps[next](tx, order, found.id);
  });
}

const settlementSteps = { fill: releaseToPharmacy, ask_card: askForCard, lapse };

async function lapse(services: TxServices, { id, patient_id: patientId, number }: OrderRow): Promise<void> {
  const values = { ordernumber: number ?? "" };
  await notifyAndMail(services, { patientId, template: "hold_lapsed", values, href: homePath, dedupeKey: id });
}
