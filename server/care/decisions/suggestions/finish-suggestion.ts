import { lockOrder, isPlaced } from "#server/orders/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { upsellRequestStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses, refusesAny } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  openSuggestionTexts,
  beginOnDay,
  settleSuggestion,
  suggestionOfOrder,
  type SuggestionRow,
} from "#server/treatment/public.ts";
import {
  lockUpsellRequest,
  notifyUpsellRequested,
  recordUpsellRequest,
  type UpsellRequestRow,
} from "#server/upsell-requests/public.ts";
import { approveUpsell } from "../upsells/decide-upsell.ts";
import { newObjection } from "./new-objection.ts";

/**
 * Finishes what a patient agreed to once its order is authorized: it is prescribed in the name of the doctor who suggested it, as an upsell that a doctor
 * approved, so that capture, subscription and pharmacy follow by the same way. If something speaks against it since they pressed, it waits for a doctor as an
 * upsell, and the payment stays authorized. Idempotent; does nothing before the bank answers.
 */
export async function finishSuggestion(services: Services & Refuses<"wrong_state">, orderId: string): Promise<void> {
  const found = await suggestionOfOrder(services.db, orderId);
  if (!found) return;
  await inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, found.patient_id);
    const suggestion = await suggestionOfOrder(tx.db, orderId);
    const order = await lockOrder(tx.db, orderId);
    if (suggestion?.status !== "waiting" || !order || !isPlaced(order.status)) return;
    await recordUpsellRequest(tx, order);
    const request = await lockUpsellRequest(tx.db, orderId);
    const stands = upsellRequestStates.stands.has(request?.status);
    await settleSuggestion(tx.db, suggestion.id, stands ? "agreed" : "withdrawn", tx.clock.now());
    if (request?.status === "open" && !(await approveSuggested(tx, suggestion, request)))
      await notifyUpsellRequested(tx, order);
  });
}

/** Called by the store when an order is authorized or paid. */
export const finishSuggestionOfOrder = (
  services: Services & Refuses<"wrong_state">,
  { orderId }: { readonly orderId: string },
): Promise<void> => finishSuggestion(services, orderId);

/** False where a doctor has to look again: nothing was done then. */
async function approveSuggested(
  services: TxServices,
  suggestion: SuggestionRow,
  request: UpsellRequestRow,
): Promise<boolean> {
  const { doctor_id: doctorid, product_id: productId } = suggestion;
  if ((await newObjection(services, suggestion)) !== null) return false;
  const { directions } = openSuggestionTexts(services.secrets, suggestion);
  // It refuses before it writes anything.
  return approveUpsell({ ...services, ...refusesAny }, request, {
    doctorid,
    ...(directions !== null && { directions: { [productId]: directions } }),
    despitewarning: true,
  }).then(
    async () => {
      await beginOnDay(services, suggestion);
      return true;
    },
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );
}
