import { validate as isUuid } from "uuid";
import {
  captureOrVoid,
  applyDisputes,
  markWebhookEvent,
  intentByGatewayId,
  intentById,
  applyRefunds,
  executeRefund,
} from "#server/payment/public.ts";
import type { Services } from "#server/platform/services.ts";
import { applyIntent } from "./apply-intent.ts";
import { markRefunded } from "./capture-or-void.ts";

/** Fetches an intent from the gateway and brings its order, disputes and refunds in line with it; skips intents of other shops. */
export async function syncIntent(services: Services, gatewayIntentId: string): Promise<void> {
  const intent = await services.gateway.retrieve(gatewayIntentId);
  // An adopted charge carries the id of an order of a database that is no more.
  const orderId = (await intentByGatewayId(services.db, intent.id))?.order_id ?? intent.orderId;
  const known = orderId !== null && isUuid(orderId) && (await applyIntent(services, orderId, intent));
  if (!known) return services.log.warn({ intent: gatewayIntentId }, "intent of no order");
  await applyDisputes(services, intent);
  await closeRefundedOrder(services, await applyRefunds(services, intent));
}

/** Brings our state in line with the intent of a webhook's event, then marks the event as processed. */
export async function processWebhookEvent(services: Services, gatewayIntentId: string, eventId: string): Promise<void> {
  await syncIntent(services, gatewayIntentId);
  const { db, gateway, clock } = services;
  await markWebhookEvent(db, { gateway: gateway.name, id: eventId }, { processed_at: clock.now() });
}

/** Captures or voids an authorization, as decided; throws, to be retried, until the gateway has done it. */
export async function captureOrVoidCharge(services: Services, paymentIntentId: string): Promise<void> {
  const charge = await intentById(services.db, paymentIntentId);
  if (charge?.status !== "requires_capture" || charge.capture_or_void === null) return;
  const intent = await captureOrVoid(services, charge);
  await applyIntent(services, charge.order_id, intent);
  if (intent.status === "requires_capture")
    throw new Error(`The gateway did not ${charge.capture_or_void} charge ${charge.id}`);
}

/** Makes a refund and closes its order when everything was refunded. */
export const refundCharge = async (services: Services, refundId: string): Promise<void> =>
  closeRefundedOrder(services, await executeRefund(services, refundId));

const closeRefundedOrder = async (services: Services, orderId: string | null): Promise<void> =>
  orderId === null ? undefined : markRefunded(services, orderId);
