import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";
import { errorMessage } from "./api-error.ts";

/** Says that something isn't the patient's: one press and one question, and it's reported. */
export function NotMine({
  question,
  detail,
  busyLabel = "Hiding it",
  report,
  className,
  titleId,
  ofTitle,
}: {
  question: string;
  /** What happens then. */
  detail: string;
  busyLabel?: string;
  /** Reports it, and shows what has changed. */
  report: () => Promise<unknown>;
  /** A button that looks like what is around it; the app's quiet one without. */
  className?: string | undefined;
  /** The heading of what it is about, or its name for who doesn't see it. */
  titleId?: string;
  ofTitle?: ReactNode;
}) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({ networkMode: "always", mutationFn: report });
  const busy = useDelayedBusy(isPending);
  const ask = () => setAsking(true);
  return (
    <>
      {className === undefined ? (
        <Button variant="quiet" aria-describedby={titleId} onClick={ask}>
          This isn't mine{ofTitle}
        </Button>
      ) : (
        <button type="button" className={className} onClick={ask}>
          This isn't mine
        </button>
      )}
      {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
      <ConfirmDialog
        question={question}
        detail={detail}
        confirmLabel="It isn't mine"
        busy={busy}
        busyLabel={busyLabel}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => isPending || mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
