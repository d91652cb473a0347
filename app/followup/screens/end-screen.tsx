import { useSyncExternalStore, useRef } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import type { FollowupStep } from "#contract/followup.ts";
import type { FollowupDiscount } from "../discount.ts";
import type { FollowupRating } from "../rating.ts";
import css from "../followup.module.css";
import { Statement } from "./statement.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { limits } from "#contract/constants.ts";

const endTexts = {
  title: "Your review is done",
  question: "Thank you. Your doctor has what you told us.",
  description: "You can always send a message if there's more to say.",
  doctor: null,
};

/** The end: thanks, discount, and the rating if there is an exit modal. Done closes it, whatever became of the rating. */
export function EndScreen({
  exitStep,
  discount,
  rating,
  onClose,
}: {
  /** The exit modal's step; null if the follow-up ended without one. */
  exitStep: FollowupStep | null;
  discount: FollowupDiscount;
  rating: FollowupRating;
  onClose: () => void;
}) {
  const { status } = useSyncExternalStore(rating.subscribe, rating.get);
  const survey = exitStep?.questions[0];
  async function onDone() {
    if (status === "failed" || (await rating.send())) onClose();
  }
  return (
    <>
      <Statement question={survey ?? endTexts} />
      <DiscountBadge discount={discount} />
      {survey && <RatingField rating={rating} />}
      <div className={css["actions"]}>
        <Button wide busy={status === "sending"} busyLabel="Sending" onClick={() => void onDone()}>
          Done
        </Button>
      </div>
    </>
  );
}

/** The discount for completing the follow-up: being added, added, or why not yet (spec §4). */
function DiscountBadge({ discount }: { discount: FollowupDiscount }) {
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
            We'll take it off automatically.
          </span>
        </p>
      )}
      {badge.status === "error" && (
        <Alert
          tone="warning"
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
          <strong>Your discount hasn't been added yet.</strong> {badge.message}
        </Alert>
      )}
    </div>
  );
}

/** How likely the patient is to recommend us, from 1 to 10; optional. */
function RatingField({ rating }: { rating: FollowupRating }) {
  const { chosen, status, problem } = useSyncExternalStore(rating.subscribe, rating.get);
  return (
    <>
      <Scale
        label="How likely are you to tell a friend about us?"
        mark="optional"
        min={limits.followupRatingMin}
        max={limits.followupRatingMax}
        minLabel="Not likely"
        maxLabel="Very likely"
        value={chosen}
        onValueChange={rating.choose}
      />
      {status === "failed" && (
        <Alert
          tone="warning"
          title="We couldn't send your rating"
          actions={
            <Button variant="secondary" onClick={() => void rating.send()}>
              Try again
            </Button>
          }
        >
          {errorMessage(problem)} Your review is saved. Done closes this without the rating.
        </Alert>
      )}
    </>
  );
}
