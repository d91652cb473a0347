import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { Output } from "#contract/http/endpoint.ts";
import type { onboarding } from "#contract/onboarding/calls.ts";
import { queries, useGoToCurrentStep } from "../flow/queries.ts";
import { StepError, StepSkeleton } from "../flow/step-page.tsx";
import { isStepConflict } from "../flow/use-save-step.ts";

export type ProductReveal = Output<typeof onboarding.productReveal>;

/** Loads the products offered to the patient. */
export function ProductRevealLoader({ children }: { children: (reveal: ProductReveal) => ReactNode }) {
  const query = useQuery(queries.reveal());
  const goToCurrentStep = useGoToCurrentStep();
  const isConflict = isStepConflict(query.error);
  useEffect(() => {
    if (isConflict) void goToCurrentStep().catch(() => null);
  }, [isConflict, goToCurrentStep]);
  if (query.data) return children(query.data);
  if (query.isError && !isConflict)
    return <StepError error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />;
  return <StepSkeleton />;
}
