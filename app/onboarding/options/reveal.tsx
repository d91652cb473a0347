import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { Output } from "#contract/endpoint.ts";
import type { onboarding } from "#contract/onboarding.ts";
import { queries, useGoToHerStep } from "../queries.ts";
import { StepError, StepSkeleton } from "../step-states.tsx";
import { movedOn } from "../use-save-step.ts";

export type Offer = Output<typeof onboarding.productReveal>;

/** Loads what is offered to her. */
export function Reveal({ children }: { children: (offer: Offer) => ReactNode }) {
  const query = useQuery(queries.reveal());
  const goToHerStep = useGoToHerStep();
  const moved = movedOn(query.error);
  useEffect(() => {
    if (moved) void goToHerStep().catch(() => null);
  }, [moved, goToHerStep]);
  if (query.data) return children(query.data);
  if (query.isError && !moved)
    return <StepError error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  return <StepSkeleton />;
}
