import type { Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { applyIntent, chargeOrder, failOrder, markRefunded } from "#server/store/public.ts";
import { settle } from "./charge.ts";
import { intentById, openIntents, touchIntent, type IntentRow } from "./intents.ts";
import { carryOutRefund, openRefunds } from "./refunds.ts";

/** A request that is still running is left alone this long. */
const restMs = 10_000;
/** A charge the gateway never heard of is repeated this long after she asked for it, then given up. */
const patienceMs = 15 * 60_000;
/** How often a held amount is looked after: holds lapse at the gateway, and word of it can get lost. */
const heldMs = 24 * 3600_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fetches an intent from the gateway and brings its order to it; intents that are not of this shop are passed over. */
export async function converge(services: Services, gatewayIntentId: string): Promise<void> {
  const intent = await services.gateway.retrieve(gatewayIntentId);
  const known =
    intent.orderId !== null && uuid.test(intent.orderId) && (await applyIntent(services, intent.orderId, intent));
  if (!known) services.log.warn({ intent: gatewayIntentId }, "intent of no order");
}

/** Carries out the wish on a held amount; throws to be repeated while the gateway does not obey. */
export async function settleCharge(services: Services, paymentIntentId: string): Promise<void> {
  const row = await intentById(services.db, paymentIntentId);
  if (row?.status !== "requires_capture" || row.settle === null) return;
  const intent = await settle(services, row);
  await applyIntent(services, row.order_id, intent);
  if (intent.status === "requires_capture") throw new Error(`The gateway did not ${row.settle} charge ${row.id}`);
}

/** Carries out a refund and closes its order when all was given back. */
export async function refundCharge(services: Services, refundId: string): Promise<void> {
  const orderId = await carryOutRefund(services, refundId);
  if (orderId !== null) await markRefunded(services, orderId);
}

/** Asks the gateway about every charge and refund without an outcome, and converges. Safe at any time, on any number of nodes. */
export async function reconcilePayments(services: Services): Promise<void> {
  const { db, clock, log } = services;
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const before = ago(restMs);
  for (const row of await openIntents(db, before, ago(heldMs))) {
    await reconcile(services, row).catch(async (error: Error) => {
      log.warn({ charge: row.id, err: { message: error.message } }, "charge still without outcome");
      await touchIntent(db, row.id, clock.now());
    });
  }
  for (const { id } of await openRefunds(db, before)) {
    await refundCharge(services, id).catch((error: Error) =>
      log.warn({ refund: id, err: { message: error.message } }, "refund still open"),
    );
  }
}

async function reconcile(services: Services, row: IntentRow): Promise<void> {
  const { gateway, clock } = services;
  if (row.settle !== null) return settleCharge(services, row.id);
  const patient = clock.now().getTime() - row.created_at.getTime() < patienceMs;
  if (row.gateway_intent_id !== null) {
    const intent = await gateway.retrieve(row.gateway_intent_id);
    return apply(services, row, patient ? intent : await giveUp(services, row, intent));
  }
  if (patient) return void (await chargeOrder(services, row.order_id));
  const intent = await gateway.findByOrder(row.order_id);
  if (intent) return apply(services, row, intent);
  await failOrder(services, row.order_id, null);
}

/** The bank asks for a step nobody will take any more. */
const giveUp = async ({ gateway }: Services, row: IntentRow, intent: Intent): Promise<Intent> =>
  intent.status === "requires_action"
    ? gateway.cancel({ intentId: intent.id, idempotencyKey: `${row.id}:abandon` })
    : intent;

async function apply(services: Services, row: IntentRow, intent: Intent): Promise<void> {
  await applyIntent(services, row.order_id, intent);
  if (["processing", "requires_action", "requires_capture"].includes(intent.status))
    await touchIntent(services.db, row.id, services.clock.now());
}
