import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Redirect, useSearch } from "wouter";
import type { OnboardingRecord, StepView } from "#contract/onboarding.ts";
import { requestedStep, type ScreenNumber, resolveStep } from "./step-addresses.ts";
import { queries, useGoToCurrentStep, useOnboardingRecord } from "./queries.ts";
import { StepError, StepSkeleton } from "../step-states.tsx";
import { isStepConflict } from "./use-save-step.ts";

export interface StepProps {
  readonly record: OnboardingRecord;
  readonly view: StepView;
  readonly page: ScreenNumber | null;
}

/** Shows the step requested at `path`: loading, failed, redirected, or its view passed to `children`. */
export function StepPage({ path, children }: { path: string; children: (stepProps: StepProps) => ReactNode }) {
  const requested = requestedStep(useSearch());
  const { record } = useOnboardingRecord();
  if (!record) return <StepSkeleton />;
  const target = resolveStep(record, path, requested.step);
  if ("goTo" in target) return <Redirect to={target.goTo} replace />;
  return (
    <LoadedStep key={target.step} step={target.step}>
      {(view) => children({ record, view, page: requested.page })}
    </LoadedStep>
  );
}

function LoadedStep({ step, children }: { step: number; children: (view: StepView) => ReactNode }) {
  const query = useQuery(queries.step(step));
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
