import type { ReactNode } from "react";
import { Button } from "../actions/button.tsx";
import { RestingFlower } from "../brand/illustrations/resting-flower.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Shown in place of a list or page that failed. `children` say what to do besides retrying. */
export function ErrorState({
  title = "We couldn't load this",
  level,
  busy = false,
  onRetry,
  children = "Check your connection, then try again. You won't lose anything you typed.",
}: {
  title?: ReactNode;
  level?: 1 | 2 | 3 | undefined;
  busy?: boolean | undefined;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        illustration={<RestingFlower />}
        level={level}
        action={
          onRetry && (
            <Button variant="secondary" busy={busy} busyLabel="Trying again" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
