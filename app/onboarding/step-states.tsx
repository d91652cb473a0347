import type { ReactNode } from "react";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import css from "./visit/step-frame.module.css";

export function StepSkeleton() {
  return (
    <div className={css["frame"]}>
      <Skeleton kind="text" count={2} />
      <Skeleton kind="row" count={4} label="" />
    </div>
  );
}

export function StepError({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }): ReactNode {
  const serverText = isApiError(error) && error.code !== "network" ? errorMessage(error) : undefined;
  return (
    <div className={css["frame"]}>
      <ErrorState level={1} busy={busy} onRetry={onRetry}>
        {serverText ?? "Check your connection, then try again. Nothing you typed is lost."}
      </ErrorState>
    </div>
  );
}
