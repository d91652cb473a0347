import { call } from "#app/api/api.ts";
import { treatment, type TreatmentChange } from "#contract/treatment.ts";
import { DecisionDialog } from "../decision-dialog.tsx";
import { DoctorNote } from "../doctor-note.tsx";
import { useChange } from "../use-change.ts";
import { itemText } from "./change-text.ts";

/** Asks before she says no, with all that follows from it. `onDone` gets the server's sentence. */
export default function RefuseDialog({
  change: { id, from, doctor, refusal },
  open,
  onClose,
  onDone,
}: {
  change: TreatmentChange;
  open: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const change = useChange<null, string>(
    async () => (await call(treatment.refuseChange, { params: { id }, body: {} })).message,
    { onAgreed: onDone },
  );
  return (
    <DecisionDialog
      title="You do not want this change?"
      description={`${doctor?.name ?? "Your doctor"} stopped ${itemText(from)}, so it does not come back by itself. Nothing is charged for either one.`}
      confirm="Say no to it"
      busyLabel="Telling your doctor"
      stay="Go back"
      change={change}
      open={open}
      onClose={onClose}
    >
      <p>We send your doctor this message from you:</p>
      <DoctorNote note={refusal} />
      <p>Your doctor answers you in Messages, and can prescribe something else.</p>
    </DecisionDialog>
  );
}
