/** After this long nobody waits for the charge any more: one the gateway never heard of is not made. */
const onSessionRetryMs = 15 * 60_000;
/** A charge nobody sits before may as well be made later. Less than the day gateways remember a key: https://docs.stripe.com/api/idempotent_requests */
const offSessionRetryMs = 23 * 3600_000;
/** A request may still be running, or its charge be missing from the gateway's lists, this long after it was sent. */
const inFlightMs = 5 * 60_000;

export interface ChargeProgress {
  readonly gateway_intent_id: string | null;
  readonly created_at: Date;
  /** When the gateway was last asked to make it; null: never. */
  readonly asked_at: Date | null;
  /** She is not there when it is charged. */
  readonly off_session: boolean;
  /** What it was to pay for is over. */
  readonly called_off: boolean;
}

/**
 * How to learn what became of a charge, whoever asks: `retrieve` what the gateway named; `authorize` with the key it always has, while
 * somebody waits, or for most of a day where nobody does; later, when no request can be running any more, `find` it, and give it up when there is none. Until then `wait`.
 * One that is called off is not made any more, only looked for.
 * The key alone would not do: gateways forget keys after a day, and a repeat would be a second charge.
 */
export function nextGatewayCall(charge: ChargeProgress, now: Date): "retrieve" | "authorize" | "find" | "wait" {
  if (charge.gateway_intent_id !== null) return "retrieve";
  const retryMs = charge.off_session ? offSessionRetryMs : onSessionRetryMs;
  if (!charge.called_off && age(charge, now) < retryMs) return "authorize";
  return now.getTime() - (charge.asked_at?.getTime() ?? 0) < inFlightMs ? "wait" : "find";
}

/** Whether somebody may still be waiting for the charge. */
export const isPatientWaiting = (charge: Pick<ChargeProgress, "created_at" | "called_off">, now: Date): boolean =>
  !charge.called_off && age(charge, now) < onSessionRetryMs;

const age = ({ created_at }: Pick<ChargeProgress, "created_at">, now: Date): number =>
  now.getTime() - created_at.getTime();
