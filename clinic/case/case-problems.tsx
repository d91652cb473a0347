import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { SendFailure } from "#clinic/work/act.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";

/** What stands in the way of a decision, above the case; what was typed stays where it is. */
export function CaseProblems({
  blocked,
  outOfDate,
  changed,
  act,
  onReload,
  onLookedAgain,
}: {
  blocked: string;
  outOfDate: boolean;
  /** What differs from what was looked at; null: nothing. */
  changed: readonly string[] | null;
  act: { readonly failure: SendFailure | null; readonly message: string };
  onReload: () => void;
  onLookedAgain: () => void;
}) {
  return (
    <>
      {blocked && (
        <Alert tone="warning" title="This can’t be approved as it is">
          {blocked}
        </Alert>
      )}
      {outOfDate && (
        <Alert
          tone="warning"
          title="This may be out of date"
          actions={
            <Button variant="secondary" onClick={onReload}>
              Load it again
            </Button>
          }
        >
          We couldn’t load the record again.
        </Alert>
      )}
      {changed !== null && (
        <Alert
          tone="warning"
          title="Look again before you decide"
          actions={
            <Button variant="secondary" onClick={onLookedAgain}>
              I’ve looked again
            </Button>
          }
        >
          Since you opened this, something changed: {changed.join(", ") || "the record"}. What you wrote is kept.
        </Alert>
      )}
      {act.failure?.kind === "claimed" && (
        <Alert tone="warning" title={`${act.failure.claimedBy} is working on this`}>
          Nothing was decided. Take it over if you agreed on that.
        </Alert>
      )}
      {act.failure?.kind !== "conflict" && (
        <FailureNotice
          act={act}
          title="Nothing was decided"
          again="Press again: it’s never decided twice."
          fields={[]}
        />
      )}
    </>
  );
}
