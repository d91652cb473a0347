/** What the gateway has for an order it differs from, in cents. */
export interface GatewayAmounts {
  readonly capturedCents: number;
  readonly refundedCents: number;
  readonly currency: string;
}

export interface OrderAmount {
  readonly totalCents: number;
  readonly currency: string;
}

/** What was taken and not given back, in cents. */
export const netCapturedCents = ({ capturedCents, refundedCents }: GatewayAmounts): number =>
  capturedCents - refundedCents;

/** Why what was taken cannot pay the order, in a sentence for the clinic; null when it can. What is too much is given back. */
export function acceptObstacle(actual: GatewayAmounts, expected: OrderAmount): string | null {
  if (actual.currency !== expected.currency) return "This payment is in another currency; it can only be released.";
  if (netCapturedCents(actual) < expected.totalCents)
    return "Less was taken than the order costs; release it, so that she can pay again.";
  return null;
}
