/** The gateway's amounts, in cents, for an order they differ from. */
export interface GatewayAmounts {
  readonly capturedCents: number;
  readonly refundedCents: number;
  readonly currency: string;
}

export interface OrderAmount {
  readonly totalCents: number;
  readonly currency: string;
}

/** What was captured and not refunded, in cents. */
export const netCapturedCents = ({ capturedCents, refundedCents }: GatewayAmounts): number =>
  capturedCents - refundedCents;

/** Why the captured amount cannot pay the order, as a sentence for the clinic; null when it can. Any excess is refunded. */
export function acceptObstacle(actual: GatewayAmounts, expected: OrderAmount): string | null {
  if (actual.currency !== expected.currency) return "This payment is in another currency; it can only be released.";
  if (netCapturedCents(actual) < expected.totalCents)
    return "Less was taken than the order costs; release it, so that the patient can pay again.";
  return null;
}
