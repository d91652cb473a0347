import { GatewayRefused, type Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { customerOf } from "./customer.ts";
import type { IntentRow } from "./intents.ts";
import { sourceById } from "./sources.ts";

type Parts = Pick<Services, "db" | "gateway">;

/** The least a gateway charges, in cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const smallestChargeCents = 50;

/** Holds or takes the amount of the row. Asked again it is the same charge. An order that costs nothing never leaves the house. */
export async function authorize(parts: Parts, row: IntentRow): Promise<Intent> {
  if (row.amount_cents === 0) return nothingToPay(row, row.capture === "manual" ? "requires_capture" : "succeeded");
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
    offSession: false,
    idempotencyKey: `${row.id}:authorize`,
  });
}

/** Carries out the row's wish on a held amount, or answers what has become of it meanwhile. */
export async function settle(parts: Parts, row: IntentRow): Promise<Intent> {
  if (row.amount_cents === 0) return nothingToPay(row, row.settle === "capture" ? "succeeded" : "canceled");
  const intentId = idOf(row);
  try {
    return row.settle === "capture"
      ? await parts.gateway.capture({ intentId, amount: row.amount_cents, idempotencyKey: `${row.id}:capture` })
      : await parts.gateway.cancel({ intentId, idempotencyKey: `${row.id}:void` });
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    return parts.gateway.retrieve(intentId);
  }
}

/** Gives back whatever an intent holds or took that no order is to pay. */
export async function releaseMoney({ gateway }: Parts, intentId: string): Promise<void> {
  const intent = await gateway.retrieve(intentId);
  if (intent.status === "requires_capture") await gateway.cancel({ intentId, idempotencyKey: `${intentId}:release` });
  const amount = intent.amountCaptured - intent.amountRefunded;
  if (intent.status === "succeeded" && amount > 0) {
    await gateway.refund({ intentId, refundId: `release-${intentId}`, amount, idempotencyKey: `${intentId}:release` });
  }
}

function idOf(row: IntentRow): string {
  if (row.gateway_intent_id === null) throw new Error(`Charge ${row.id} was never made`);
  return row.gateway_intent_id;
}

const nothingToPay = (row: IntentRow, status: Intent["status"]): Intent => ({
  id: `free_${row.id}`,
  status,
  amount: 0,
  currency: row.currency,
  amountCaptured: 0,
  amountRefunded: 0,
  orderId: row.order_id,
});
