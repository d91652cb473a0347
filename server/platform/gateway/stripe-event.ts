import type { GatewayEvent } from "./port.ts";

/** The fields of a Stripe event that both gateways send and the clinic reads. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  /** In Unix seconds. */
  readonly created: number;
  readonly data: { readonly object: object };
}

export function gatewayEvent(event: StripeEvent): GatewayEvent {
  return {
    id: event.id,
    type: event.type,
    intentId: intentIdOf(event.data.object),
    created: new Date(event.created * 1000),
  };
}

function intentIdOf(subject: {
  object?: string;
  id?: string;
  payment_intent?: string | { id: string } | null;
}): string | null {
  if (subject.object === "payment_intent") return subject.id ?? null;
  const intent = subject.payment_intent ?? null;
  return typeof intent === "object" ? (intent?.id ?? null) : intent;
}
