import type { ReactNode } from "react";
import { isApiError, shownText } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/error-state.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import css from "./step-frame.module.css";

export function StepSkeleton() {
  return (
    <div className={css["frame"]}>
      <Skeleton kind="text" count={2} />
      <Skeleton kind="row" count={4} label="" />
    </div>
  );
}

export function StepError({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }): ReactNode {
  const own = isApiError(error) && error.code !== "network" ? shownText(error) : undefined;
  return (
    <div className={css["frame"]}>
      <ErrorState level={1} busy={busy} onRetry={onRetry}>
        {own ?? "Check your connection, then try again. Nothing you typed is lost."}
      </ErrorState>
    </div>
  );
}
