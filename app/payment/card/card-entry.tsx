import { lazy, type Ref, Suspense } from "react";
import type { Output } from "#contract/http/endpoint.ts";
import type { payment } from "#contract/payment.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { SandboxCard } from "./sandbox-card.tsx";
import type { CardError, CardTokenResult } from "./card-tokens.ts";

const StripeCard = lazy(() => import("./stripe-card.tsx"));

/** The handle of a card entry: its card as a token, or its error. */
export interface CardHandle {
  readonly tokenize: () => Promise<CardTokenResult>;
}

/** Fields for a new card, of the active gateway. The card goes to the gateway, only its token comes to us. */
export function CardEntry({
  gateway,
  ref,
  error,
}: {
  gateway: Output<typeof payment.sources>["gateway"];
  ref: Ref<CardHandle>;
  error: CardError | null;
}) {
  const CardForm = gateway.name === "stripe" ? StripeCard : SandboxCard;
  return (
    <Suspense fallback={<Skeleton shape="row" count={1} />}>
      <CardForm gateway={gateway} ref={ref} error={error} />
    </Suspense>
  );
}
