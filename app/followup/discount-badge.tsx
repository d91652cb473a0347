import { useRef, useSyncExternalStore } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Spinner } from "#app/ui/feedback/spinner.tsx";
import type { FollowupDiscount } from "./discount.ts";
import css from "./followup.module.css";

/** The discount for completing the follow-up: being added, added, or why not yet (spec §4). */
export function DiscountBadge({ discount }: { discount: FollowupDiscount }) {
  const { badge } = useSyncExternalStore(discount.subscribe, discount.get);
  const statusArea = useRef<HTMLDivElement>(null);
  return (
    <div ref={statusArea} tabIndex={-1} aria-live="polite" className={css["discount"]}>
      {badge.status === "pending" && (
        <p className={css["badge"]}>
          <Spinner />
          Adding your discount
        </p>
      )}
      {badge.status === "success" && (
        <p className={css["badge"]} data-success="">
          <CheckIcon />
          <span>
            <strong>{badge.text}</strong>
            <br />
            It is taken off by itself.
          </span>
        </p>
      )}
      {badge.status === "error" && (
        <Alert
          kind="warning"
          actions={
            <Button
              variant="secondary"
              onClick={() => {
                // The button disappears and would lose the focus.
                statusArea.current?.focus({ preventScroll: true });
                void discount.apply();
              }}
            >
              Try again
            </Button>
          }
        >
          <strong>Your discount is not added yet.</strong> {badge.message}
        </Alert>
      )}
    </div>
  );
}
