import type { UseQueryResult } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import css from "./thread/thread-page.module.css";

/** Shown in place of messages not loaded yet: that they are loading, or why they failed, with a retry. */
export function ThreadLoading({
  query: { error, isFetching, refetch },
}: {
  query: Pick<UseQueryResult, "error" | "isFetching" | "refetch">;
}) {
  return error ? (
    <div className={css["middle"]}>
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    </div>
  ) : (
    <div className={css["loading"]}>
      <Skeleton kind="row" count={4} label="Loading your messages" />
    </div>
  );
}
