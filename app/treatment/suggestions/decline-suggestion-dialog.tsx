import { useState } from "react";
import { call } from "#app/api/call.ts";
import { ConfirmActionDialog } from "#app/payment/confirm-action-dialog.tsx";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { treatment } from "#contract/treatment/calls.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { DoctorNote } from "../changes/doctor-note.tsx";

/** Asks before the patient declines what the doctor suggests, with a place for words of their own. `onDone` gets the server's message. */
export default function DeclineSuggestionDialog({
  suggestion: { id, product, refusal },
  open,
  onClose,
  onDone,
}: {
  suggestion: Suggestion;
  open: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const [words, setWords] = useState("");
  const declineAction = useKeyedAction<null, string>(
    async () => {
      const body = words.trim() === "" ? {} : { words: words.trim() };
      return (await call(treatment.declineSuggestion, { params: { id }, body })).message;
    },
    { onRefetched: onDone },
  );
  return (
    <ConfirmActionDialog
      title={`You don't want ${product.name}?`}
      description="Everything else stays as it is, and you won't be charged for it."
      confirmLabel="Say no to it"
      busyLabel="Telling your doctor"
      cancelLabel="Go back"
      action={declineAction}
      open={open}
      onClose={onClose}
    >
      <p>We'll send your doctor this message from you:</p>
      <DoctorNote note={refusal} />
      <CountedTextarea
        label="Anything else you'd like to say"
        mark="optional"
        rows={3}
        limit={2000}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
    </ConfirmActionDialog>
  );
}
