import { GatewayRefused, type Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { customerOf } from "./customer.ts";
import type { IntentRow } from "./intents.ts";
import { sourceById } from "./sources.ts";

type Parts = Pick<Services, "db" | "gateway">;

/** The least a gateway charges, in cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const smallestChargeCents = 50;

/** Holds or takes the amount of the row. Asked again within a day it is the same charge. */
export async function authorize(parts: Parts, row: IntentRow): Promise<Intent> {
  const [customer, source] = await Promise.all([
    customerOf(parts, row.patient_id),
    sourceById(parts.db, row.payment_source_id),
  ]);
  return parts.gateway.authorize({
    amount: row.amount_cents,
    currency: "usd",
    customer,
    paymentMethod: source.gateway_method_id,
    orderId: row.order_id,
    capture: row.capture as "manual" | "automatic",
    offSession: row.off_session,
    idempotencyKey: `${row.id}:authorize`,
  });
}

/**
 * Carries out the row's wish on an amount that is still held, or answers what has become of it: an earlier attempt, whose answer was
 * lost, may have worked.
 */
export async function settle(parts: Parts, row: IntentRow): Promise<Intent> {
  if (row.amount_cents === 0) return nothingToPay(row, row.settle === "capture" ? "succeeded" : "canceled");
  const intentId = idOf(row);
  const now = await parts.gateway.retrieve(intentId);
  if (now.status !== "requires_capture") return now;
  try {
    return row.settle === "capture"
      ? await parts.gateway.capture({ intentId, amount: row.amount_cents, idempotencyKey: `${row.id}:capture` })
      : await parts.gateway.cancel({ intentId, idempotencyKey: `${row.id}:void` });
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    return parts.gateway.retrieve(intentId);
  }
}

/** The gateway's id of a charge that was made. */
export function idOf(row: IntentRow): string {
  if (row.gateway_intent_id === null) throw new Error(`Charge ${row.id} was never made`);
  return row.gateway_intent_id;
}

/** What a gateway would say of a charge that never leaves the house, for it costs nothing. */
export const freeCharge = (row: IntentRow): Intent =>
  nothingToPay(row, row.capture === "manual" ? "requires_capture" : "succeeded");

const nothingToPay = (row: IntentRow, status: Intent["status"]): Intent => ({
  id: `free_${row.id}`,
  status,
  amount: 0,
  currency: row.currency,
  amountCaptured: 0,
  amountRefunded: 0,
  orderId: row.order_id,
});
