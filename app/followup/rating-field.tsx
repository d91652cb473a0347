import { useSyncExternalStore } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { limits } from "#contract/constants.ts";
import type { FollowupRating } from "./rating.ts";

/** How likely the patient is to recommend us, from 1 to 10; optional. */
export function RatingField({ rating }: { rating: FollowupRating }) {
  const { chosen, status, problem } = useSyncExternalStore(rating.subscribe, rating.get);
  return (
    <>
      <Scale
        label="How likely are you to tell a friend about us?"
        hint="You can leave it out."
        min={limits.followupRatingMin}
        max={limits.followupRatingMax}
        minLabel="Not likely"
        maxLabel="Very likely"
        value={chosen}
        onValueChange={rating.choose}
      />
      {status === "failed" && (
        <Alert
          kind="warning"
          title="We could not send your rating"
          actions={
            <Button variant="secondary" onClick={() => void rating.send()}>
              Try again
            </Button>
          }
        >
          {errorMessage(problem)} Your review itself is safe. Done closes this without the rating.
        </Alert>
      )}
    </>
  );
}
