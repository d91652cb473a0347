import { GatewayRefused, GatewayUnknownOutcome, type Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { forgetSource } from "../cards.ts";
import { gatewayCustomersOf, isCustomerGone } from "../customer.ts";
import { findCharge, knownIntentIds } from "./charged-once.ts";
import { authorize, authorizeZeroAmount, gatewayIntentIdOf } from "./gateway-charge.ts";
import { recordChargeAttempt, type IntentRow } from "./payment-intents.ts";

/** How long, in milliseconds, a patient may wait for the charge; after that, one the gateway never heard of is not made. */
const onSessionRetryMs = 15 * 60_000;
/** Off-session charges can be retried longer, but less than the day gateways remember a key: https://docs.stripe.com/api/idempotent_requests */
const offSessionRetryMs = 23 * 3600_000;
/** How long, in milliseconds, a sent request may still be running or its charge be missing from the gateway's lists. */
const inFlightMs = 5 * 60_000;

interface ChargeProgress {
  readonly gateway_intent_id: string | null;
  readonly created_at: Date;
  /** When the gateway was last asked to make it; null if never. */
  readonly attempted_at: Date | null;
  /** The patient is not present when it is charged. */
  readonly off_session: boolean;
  /** What it was to pay for is over. */
  readonly cancel_requested: boolean;
}

/**
 * The next gateway call to learn a charge's outcome, whoever asks: `retrieve` once the gateway has given its id; `authorize` with its constant
 * key while the patient may be waiting, or for most of a day off session; later `find` it, giving it up if there is none, or `wait`
 * while the last request may still be running. A cancelled charge is only looked for, never made.
 * The key alone is not enough: gateways forget keys after a day, and a repeat would then be a second charge.
 * What has a period or a decision behind it is looked for before it is made (`charged-once.ts`).
 */
export function nextGatewayCall(charge: ChargeProgress, now: Date): "retrieve" | "authorize" | "find" | "wait" {
  if (charge.gateway_intent_id !== null) return "retrieve";
  const retryMs = charge.off_session ? offSessionRetryMs : onSessionRetryMs;
  if (!charge.cancel_requested && age(charge, now) < retryMs) return "authorize";
  const { attempted_at: asked } = charge;
  return asked !== null && now.getTime() - asked.getTime() < inFlightMs ? "wait" : "find";
}

/** Whether the patient may still be waiting for the charge. */
const isPatientWaiting = (charge: Pick<ChargeProgress, "created_at" | "cancel_requested">, now: Date): boolean =>
  !charge.cancel_requested && age(charge, now) < onSessionRetryMs;

const age = ({ created_at }: Pick<ChargeProgress, "created_at">, now: Date): number =>
  now.getTime() - created_at.getTime();

type Deps = Pick<Services, "db" | "gateway" | "clock" | "log">;

/**
 * The outcome of a charge: the gateway's intent, or that there is none and will be none. `declined`: the bank said no before there was one; `card_gone`: the
 * card isn't on file any more; `given_up`: the gateway couldn't be asked for so long.
 */
export type ChargeResult = { readonly intent: Intent } | { readonly notCharged: "declined" | "card_gone" | "given_up" };

/**
 * Makes the charge of the row, or learns its outcome; the only path for the patient's call, its repeat and the reconciling job.
 * Throws `GatewayUnknownOutcome` while the outcome is unknown and a retry is not safe. An order that costs nothing calls no gateway.
 */
export async function resolveCharge(services: Deps, charge: IntentRow): Promise<ChargeResult> {
  if (charge.amount_cents === 0) return { intent: authorizeZeroAmount(charge) };
  switch (nextGatewayCall(charge, services.clock.now())) {
    case "retrieve":
      return { intent: await refusalAsUnknown(retrieveIntent(services, charge)) };
    case "authorize":
      return attemptCharge(services, charge);
    case "find": {
      const found = await refusalAsUnknown(findIntent(services, charge));
      return found ? { intent: found } : { notCharged: "given_up" };
    }
    case "wait":
      throw new GatewayUnknownOutcome("authorize");
  }
}

/** A charge made for the same before is adopted. A final refusal says that this request did nothing, but nothing about an earlier one, whose charge is looked for. */
async function attemptCharge(services: Deps, charge: IntentRow): Promise<ChargeResult> {
  if (charge.charge_for.length > 0) {
    const made = await refusalAsUnknown(findIntent(services, charge));
    if (made !== null) return { intent: made };
  }
  const attemptNumber = await recordChargeAttempt(services.db, charge.id, services.clock.now());
  try {
    return { intent: await authorize(services, charge) };
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error;
    services.log.error(
      { order: charge.order_id, code: error.code, attempt: attemptNumber },
      "gateway refused a charge",
    );
    if (error.code === "card_gone") await forgetSource(services.db, charge.payment_source_id);
    // Any other refusal lies in our request or our account: it is no answer about this card.
    else if (error.code !== "declined") throw new GatewayUnknownOutcome("authorize", error);
    if (attemptNumber === 1) return { notCharged: error.code };
    const found = await refusalAsUnknown(findIntent(services, charge));
    if (!found) throw new GatewayUnknownOutcome("authorize", error);
    return { intent: found };
  }
}

async function findIntent(services: Deps, charge: IntentRow): Promise<Intent | null> {
  const { db, log } = services;
  const intents: Intent[] = [];
  for (const customer of await gatewayCustomersOf(db, charge.patient_id))
    intents.push(...(await intentsUnder(services, charge, customer)));
  const known = await knownIntentIds(db, intents);
  const found = findCharge(charge, intents, ({ id }) => known.has(id));
  if (found !== null && found.orderId !== charge.order_id)
    log.error({ order: charge.order_id, intent: found.id }, "a charge made before for the same is adopted");
  return found;
}

/** A charge that was never asked for is not under a customer who was deleted and can't be listed. */
const intentsUnder = ({ gateway }: Deps, { attempts }: IntentRow, customer: string): Promise<readonly Intent[]> =>
  gateway.intentsOf(customer).catch((error: unknown) => {
    if (attempts === 0 && isCustomerGone(error)) return [];
    throw error;
  });

/** The charge as it is now. If the bank asks for authentication that nobody will complete any more, it is cancelled. */
async function retrieveIntent({ gateway, clock }: Deps, charge: IntentRow): Promise<Intent> {
  const intent = await gateway.retrieve(gatewayIntentIdOf(charge));
  return intent.status === "requires_action" && !isPatientWaiting(charge, clock.now())
    ? gateway.cancel({ intentId: intent.id, idempotencyKey: `${charge.id}:abandon` })
    : intent;
}

/** A refused query says nothing about the charge. */
const refusalAsUnknown = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw error instanceof GatewayRefused ? new GatewayUnknownOutcome("a question", error) : error;
  });
