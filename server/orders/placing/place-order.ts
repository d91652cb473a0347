import type { OrderErrorCode, PaymentErrorCode } from "#contract/http/errors.ts";
import type { CardAuthentication } from "#contract/payment.ts";
import { cardGone, declineRefusal, intentOf, resolveCharge } from "#server/payment/public.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { GatewayUnknownOutcome, type Intent } from "#server/platform/gateway/port.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { isPaymentPending, type OrderStatus } from "../order-status.ts";
import { orderById } from "../orders.ts";
import { applyIntent, failOrder, markUnknown } from "../payments/apply-intent.ts";
import { syncIntent } from "../payments/sync-intent.ts";
import { findOrCreateOrder, type OrderRequest } from "./find-or-create-order.ts";

export interface PlacedOrder {
  readonly id: string;
  readonly number: string | null;
  /** `authorized` or later. */
  readonly status: OrderStatus;
  readonly totalCents: number;
}

/**
 * Orders and pays. The order's row is written before the charge, and the charge's key derives from the row, so after a crash at any point
 * the call can be repeated with the same key and continues. Call it outside a transaction.
 * Refuses with the decline's code, `payment_pending` while the outcome is unknown, `price_changed` (details: the new total),
 * `no_payment_method`, `no_shipping_address`, `not_available_in_state`, a coupon's code, `bad_request` for a line not offered.
 */
export async function placeOrder(
  services: Services & Refuses<OrderErrorCode>,
  request: OrderRequest,
): Promise<PlacedOrder> {
  const id = await findOrCreateOrder(services, request);
  return orderOutcome(services, id, await chargeIfPending(services, id));
}

/** As `chargeOrder`, but only for an order without an outcome. Returns the authentication step the bank asks for, if any. */
export async function chargeIfPending(services: Services, orderId: string): Promise<CardAuthentication | null> {
  const order = await orderById(services.db, orderId);
  if (!order || !isPaymentPending(order.status)) return null;
  const { name, publishableKey: publishablekey } = services.gateway;
  let step: CardAuthentication | null = null;
  await chargeOrder(services, orderId, ({ clientSecret: clientsecret }) => {
    step = clientsecret === undefined ? null : { gateway: name, publishablekey, clientsecret };
  });
  return step;
}

/**
 * Makes the charge of an order, or learns its outcome, and applies that. While the gateway does not say, an open order is `unknown`.
 */
export async function chargeOrder(
  services: Services,
  orderId: string,
  onIntent: (intent: Intent) => void = () => undefined,
): Promise<OrderStatus | null> {
  const charge = await intentOf(services.db, orderId);
  try {
    const result = await resolveCharge(services, charge);
    if ("intent" in result) {
      onIntent(result.intent);
      const status = await applyIntent(services, orderId, result.intent);
      if (result.intent.orderId === orderId) return status;
      // An adopted charge may have been refunded or disputed since.
      await syncIntent(services, result.intent.id);
      return (await orderById(services.db, orderId))?.status ?? status;
    }
    return await failOrder(services, orderId, declineCodeOf[result.notCharged]);
  } catch (error) {
    if (!(error instanceof GatewayUnknownOutcome)) throw error;
    services.log.warn({ order: orderId, err: { message: error.message } }, "outcome of a charge is unknown");
    return markUnknown(services, orderId);
  }
}

const declineCodeOf = { declined: "generic_decline", card_gone: cardGone, given_up: null } as const;

/**
 * A placed order's current state. Refuses with its decline's code, `payment_pending` while the bank has not answered, `payment_action` (details:
 * what the browser passes to the gateway) while it waits for the cardholder. Repeating the call with the same key then continues.
 */
export async function orderOutcome(
  services: Pick<Services, "db" | "secrets"> & Refuses<PaymentErrorCode>,
  id: string,
  step: CardAuthentication | null = null,
): Promise<PlacedOrder> {
  const order = await orderById(services.db, id);
  if (!order) throw new Error(`Order ${id} is gone`);
  if (orderStates.uncharged.has(order.status))
    throw await declineRefusal(services, order.patient_id, order.decline_code);
  if (isPaymentPending(order.status) && step !== null)
    throw services.refuse("payment_action", { details: { ...step } });
  // The bank may not have been asked at all.
  if (order.status === "unknown" && (await intentOf(services.db, id)).gateway_intent_id === null)
    throw services.refuse("payment_pending", { message: sentence("payment.no_answer") });
  if (isPaymentPending(order.status) || order.status === "mismatch") throw services.refuse("payment_pending");
  return { id, number: order.number, status: order.status, totalCents: order.total_cents };
}
