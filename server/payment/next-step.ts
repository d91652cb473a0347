/** How long, in milliseconds, a patient may wait for the charge; after that, one the gateway never heard of is not made. */
const onSessionRetryMs = 15 * 60_000;
/** Off-session charges can be retried longer, but less than the day gateways remember a key: https://docs.stripe.com/api/idempotent_requests */
const offSessionRetryMs = 23 * 3600_000;
/** How long, in milliseconds, a sent request may still be running or its charge be missing from the gateway's lists. */
const inFlightMs = 5 * 60_000;

export interface ChargeProgress {
  readonly gateway_intent_id: string | null;
  readonly created_at: Date;
  /** When the gateway was last asked to make it; null if never. */
  readonly asked_at: Date | null;
  /** The patient is not present when it is charged. */
  readonly off_session: boolean;
  /** What it was to pay for is over. */
  readonly called_off: boolean;
}

/**
 * The next gateway call to learn a charge's outcome, whoever asks: `retrieve` once the gateway has given its id; `authorize` with its constant
 * key while the patient may be waiting, or for most of a day off session; later `find` it, giving it up if there is none, or `wait`
 * while the last request may still be running. A cancelled charge is only looked for, never made.
 * The key alone is not enough: gateways forget keys after a day, and a repeat would then be a second charge.
 */
export function nextGatewayCall(charge: ChargeProgress, now: Date): "retrieve" | "authorize" | "find" | "wait" {
  if (charge.gateway_intent_id !== null) return "retrieve";
  const retryMs = charge.off_session ? offSessionRetryMs : onSessionRetryMs;
  if (!charge.called_off && age(charge, now) < retryMs) return "authorize";
  return now.getTime() - (charge.asked_at?.getTime() ?? 0) < inFlightMs ? "wait" : "find";
}

/** Whether the patient may still be waiting for the charge. */
export const isPatientWaiting = (charge: Pick<ChargeProgress, "created_at" | "called_off">, now: Date): boolean =>
  !charge.called_off && age(charge, now) < onSessionRetryMs;

const age = ({ created_at }: Pick<ChargeProgress, "created_at">, now: Date): number =>
  now.getTime() - created_at.getTime();
