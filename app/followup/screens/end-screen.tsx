import { useSyncExternalStore } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import type { FollowupStep } from "#contract/followup.ts";
import type { FollowupDiscount } from "../discount.ts";
import { DiscountBadge } from "../discount-badge.tsx";
import type { FollowupRating } from "../rating.ts";
import { RatingField } from "../rating-field.tsx";
import css from "../followup.module.css";
import { Statement } from "./statement.tsx";

const endTexts = {
  title: "Your review is done",
  question: "Thank you. Your doctor has what you told us.",
  description: "You can always write a message when there is more to say.",
  doctor: null,
};

/** The end: thanks, discount, and the rating if there is an exit modal. Done closes it, whatever became of the rating. */
export function EndScreen({
  exit: exitStep,
  discount,
  rating,
  onClose,
}: {
  /** The exit modal's step; null if the follow-up ended without one. */
  exit: FollowupStep | null;
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
