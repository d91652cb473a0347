import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { noteCalls, type StaffNote } from "#contract/care/notes.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { FindPatient } from "./find-patient.tsx";
import css from "./wrong-chart.module.css";

/** Takes a private note out of the wrong patient's record, and enters it in the right one's. */
export function WithdrawWrongNote({
  note,
  patientId,
  onDone,
  onClose,
}: {
  note: StaffNote;
  /** In whose record it stands. */
  patientId: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const [right, setRight] = useState<PatientSummary | null>(null);
  const act = useAct<{ wrongpatient: true; forpatientid?: string }>({ asSent: true });
  const isUnknown = act.pending !== null;
  const mayFind = permits(usePermissions(), care.searchPatients.access.needs);
  const send = () =>
    act.send(
      { wrongpatient: true, ...(right && { forpatientid: right.id }) },
      (body) => call(noteCalls.withdrawNote, { params: { id: note.id }, body }),
      onDone,
    );
  return (
    <Modal
      title="Is this note about another patient?"
      description="Nobody can read it here any more. That there was a note stays, with its author and its time."
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={act.sending} busyLabel="Please wait" onClick={() => void send()}>
            {isUnknown ? "Ask again" : right ? "Withdraw it and enter it there" : "Withdraw it"}
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <FailureNotice act={act} again="Ask again: it can’t happen twice." fields={["forpatientid"]} />
        <p className={css["quote"]}>{note.text}</p>
        {mayFind && (
          <FindPatient
            label="Who it’s about"
            hint="It’s entered in their record, in your name."
            error={act.fieldError("forpatientid")}
            except={patientId}
            chosen={right}
            onChoose={setRight}
            readOnly={act.sending || isUnknown}
          />
        )}
      </Stack>
    </Modal>
  );
}
