import { GatewayRefused, type Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { sourceById } from "../cards.ts";
import { ensureGatewayCustomer, isCustomerGone, replaceGatewayCustomer } from "../customer.ts";
import type { IntentRow } from "./payment-intents.ts";

type Deps = Pick<Services, "db" | "gateway">;

/** The smallest charge, in cents: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts */
export const minimumChargeCents = 50;

/**
 * Authorizes or charges the amount of the row, by its capture mode. Asked again within a day it is the same charge. A card whose customer was deleted at
 * the gateway went with them: the customer is made anew, and the charge is refused with `card_gone`.
 */
export async function authorize(services: Deps, charge: IntentRow): Promise<Intent> {
  const [customer, source] = await Promise.all([
    ensureGatewayCustomer(services, charge.patient_id),
    sourceById(services.db, charge.payment_source_id),
  ]);
  const input = {
    amount: charge.amount_cents,
    currency: "usd" as const,
    customer,
    paymentMethod: source.gateway_method_id,
    orderId: charge.order_id,
    chargeFor: charge.charge_for,
    capture: charge.capture,
    offSession: charge.off_session,
    idempotencyKey: charge.charge_key,
  };
  try {
    return await services.gateway.authorize(input);
  } catch (error) {
    if (!isCustomerGone(error)) throw error;
    await replaceGatewayCustomer(services, charge.patient_id, customer);
    throw new GatewayRefused("card_gone", "The card's customer was deleted");
  }
}

/**
 * Captures or voids an authorization, as the row's decision says. An earlier attempt whose answer was lost may have worked, so the intent's
 * current state is checked first.
 */
export async function captureOrVoid(services: Deps, charge: IntentRow): Promise<Intent> {
  if (charge.amount_cents === 0)
    return zeroAmountIntent(charge, charge.capture_or_void === "capture" ? "succeeded" : "canceled");
  const intentId = gatewayIntentIdOf(charge);
  const intent = await services.gateway.retrieve(intentId);
  if (intent.status !== "requires_capture") return intent;
  try {
    return charge.capture_or_void === "capture"
      ? await services.gateway.capture({
          intentId,
          amount: charge.amount_cents,
          idempotencyKey: `${charge.id}:capture`,
        })
      : await services.gateway.cancel({ intentId, idempotencyKey: `${charge.id}:void` });
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    return services.gateway.retrieve(intentId);
  }
}

/** The gateway's id of a charge that was made. */
export function gatewayIntentIdOf(charge: IntentRow): string {
  if (charge.gateway_intent_id === null) throw new Error(`Charge ${charge.id} was never made`);
  return charge.gateway_intent_id;
}

/** The intent of an order that costs nothing, for which no gateway is called. */
export const authorizeZeroAmount = (charge: IntentRow): Intent =>
  zeroAmountIntent(charge, charge.capture === "manual" ? "requires_capture" : "succeeded");

const zeroAmountIntent = (charge: IntentRow, status: Intent["status"]): Intent => ({
  id: `free_${charge.id}`,
  status,
  amount: 0,
  currency: charge.currency,
  amountCaptured: 0,
  amountRefunded: 0,
  orderId: charge.order_id,
  customer: null,
  chargeKey: charge.charge_key,
  chargeFor: charge.charge_for,
});
