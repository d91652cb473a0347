import type { UseQueryResult } from "@tanstack/react-query";
import { errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import css from "./thread/thread-page.module.css";

/** In place of messages that are not there yet: that they come, or why they do not, with a second try. */
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
