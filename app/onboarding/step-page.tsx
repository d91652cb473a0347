import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Redirect, useSearch } from "wouter";
import type { OnboardingRecord, StepView } from "#contract/onboarding.ts";
import { askedBy, type Page, stepToShow } from "./places.ts";
import { queries, useGoToHerStep, useRecord } from "./queries.ts";
import { StepError, StepSkeleton } from "./step-states.tsx";
import { movedOn } from "./use-save-step.ts";

export interface StepOnPage {
  readonly record: OnboardingRecord;
  readonly view: StepView;
  readonly page: Page | null;
}

/** Shows the step an address of `path` asks for: waiting, failed, moved on, or its view given to `children`. */
export function StepPage({ path, children }: { path: string; children: (shown: StepOnPage) => ReactNode }) {
  const asked = askedBy(useSearch());
  const { record } = useRecord();
  if (!record) return <StepSkeleton />;
  const target = stepToShow(record, path, asked.step);
  if ("goTo" in target) return <Redirect to={target.goTo} replace />;
  return (
    <LoadedStep key={target.step} step={target.step}>
      {(view) => children({ record, view, page: asked.page })}
    </LoadedStep>
  );
}

function LoadedStep({ step, children }: { step: number; children: (view: StepView) => ReactNode }) {
  const query = useQuery(queries.step(step));
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
