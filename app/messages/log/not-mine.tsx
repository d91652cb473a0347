import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";
import type { Message } from "#contract/messages/message.ts";
import { useReportMessage } from "../thread/queries.ts";
import css from "./message-row.module.css";

/** Says that a message isn't the patient's: one press and one question, and it's hidden. */
export function NotMine({ message }: { message: Message }) {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending, error } = useReportMessage(message);
  const busy = useDelayedBusy(isPending);
  return (
    <>
      <button type="button" className={css["notmine"]} onClick={() => setAsking(true)}>
        This isn't mine
      </button>
      {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
      <ConfirmDialog
        question="Is this message for somebody else?"
        detail="We'll hide it here right away, and our care team will look into it now. If it turns out to be yours, you'll see it again."
        confirmLabel="It isn't mine"
        busy={busy}
        busyLabel="Hiding it"
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => isPending || mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
