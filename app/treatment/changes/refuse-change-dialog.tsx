import { call } from "#app/api/call.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { ConfirmActionDialog } from "#app/payment/confirm-action-dialog.tsx";
import { DoctorNote } from "./doctor-note.tsx";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { beforeRefusal } from "./visible-changes.ts";

/** Asks for confirmation before the patient refuses a change and explains the consequences. `onDone` gets the server's message. */
export default function RefuseChangeDialog({
  change,
  open,
  onClose,
  onDone,
}: {
  change: TreatmentChange;
  open: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const { id, refusal } = change;
  const refuseAction = useKeyedAction<null, string>(
    async () => (await call(treatment.refuseChange, { params: { id }, body: {} })).message,
    { onRefetched: onDone },
  );
  return (
    <ConfirmActionDialog
      title={change.fromordered ? "You don't want this change?" : "You don't want this one?"}
      description={beforeRefusal(change)}
      confirmLabel="Say no to it"
      busyLabel="Telling your doctor"
      cancelLabel="Go back"
      action={refuseAction}
      open={open}
      onClose={onClose}
    >
      <p>We'll send your doctor this message from you:</p>
      <DoctorNote note={refusal} />
      <p>Your doctor will answer you in Messages, and can prescribe something else.</p>
    </ConfirmActionDialog>
  );
}
