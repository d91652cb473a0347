import { Stack } from "#app/ui/layout/stack.tsx";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Redirect, useSearch } from "wouter";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { requestedStep, type ScreenNumber, resolveStep } from "./step-addresses.ts";
import { queries, useGoToCurrentStep, useOnboardingRecord } from "./queries.ts";
import { isStepConflict } from "./use-save-step.ts";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import css from "./step-frame.module.css";

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

export function StepSkeleton() {
  return (
    <Stack gap={6} className={css["frame"]}>
      <Skeleton shape="text" count={2} />
      <Skeleton shape="row" count={4} label="" />
    </Stack>
  );
}

export function StepError({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }): ReactNode {
  const serverText = isApiError(error) && error.code !== "network" ? errorMessage(error) : undefined;
  return (
    <Stack gap={6} className={css["frame"]}>
      <ErrorState level={1} busy={busy} onRetry={onRetry}>
        {serverText ?? "Check your connection, then try again. You won't lose anything you typed."}
      </ErrorState>
    </Stack>
  );
}
