import type { UseQueryResult } from "@tanstack/react-query";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { errorMessage } from "./api-error.ts";

/** Shown in place of a part of a screen that could not be loaded: the reason and a button to retry. */
export function LoadError({
  query: { error, isFetching, refetch },
}: {
  readonly query: Pick<UseQueryResult, "error" | "isFetching" | "refetch">;
}) {
  return (
    <Alert
      tone="warning"
      actions={
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {errorMessage(error)}
    </Alert>
  );
}
