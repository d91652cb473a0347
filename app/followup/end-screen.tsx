import { useSyncExternalStore } from "react";
import { Button } from "#app/ui/button.tsx";
import type { FollowupStep } from "#contract/followup.ts";
import type { Discount } from "./discount.ts";
import { DiscountBadge } from "./discount-badge.tsx";
import type { Rating } from "./rating.ts";
import { RatingField } from "./rating-field.tsx";
import css from "./review.module.css";
import { Words } from "./words.tsx";

const over = {
  title: "Your review is done",
  question: "Thank you. Your doctor has what you told us.",
  description: "You can always write a message when there is more to say.",
  doctor: null,
};

/** The end: thanks, the discount, and in the exit modal the survey. Done closes, whatever became of the rating. */
export function EndScreen({
  exit,
  discount,
  rating,
  onClose,
}: {
  /** The step of the exit modal; null when the review ended without. */
  exit: FollowupStep | null;
  discount: Discount;
  rating: Rating;
  onClose: () => void;
}) {
  const { status } = useSyncExternalStore(rating.subscribe, rating.get);
  const survey = exit?.questions[0];
  async function done() {
    if (status === "failed" || (await rating.send())) onClose();
  }
  return (
    <>
      <Words question={survey ?? over} />
      <DiscountBadge discount={discount} />
      {survey && <RatingField rating={rating} />}
      <div className={css["actions"]}>
        <Button wide busy={status === "sending"} busyLabel="Sending" onClick={() => void done()}>
          Done
        </Button>
      </div>
    </>
  );
}
