import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/ui/actions/button.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { AskedForm, askedOfTyped, useAsked } from "../asked-fields.tsx";

/** Sends a patient who can't sign in a link for a new password. */
export function SendRecoveryLink({ record }: { record: PatientRecord }) {
  if (!permits(usePermissions(), care.sendRecoveryLink.access.needs)) return null;
  return (
    <OpensDialog buttons="Send a reset link">{(dialog) => <RecoveryDialog record={record} {...dialog} />}</OpensDialog>
  );
}

function RecoveryDialog({ record, onClose, onDone }: DialogProps & { record: PatientRecord }) {
  const cache = useQueryClient();
  const act = useAct();
  const asking = useAsked(act);
  const send = () =>
    act.send(
      asking.asked,
      (asked, key) =>
        call(care.sendRecoveryLink, { params: { id: record.id }, body: { asked: askedOfTyped(asked) } }, { key }),
      ({ message }) => {
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
        void cache.invalidateQueries({ queryKey: queryKey(care.patientMails) });
        onDone(message);
      },
    );
  return (
    <Modal
      wide
      title={`Send ${patientName(record)} a link for a new password?`}
      description={`It goes to ${record.email} and nowhere else. Nobody here sees it. If that isn’t the patient’s address any more, change the contact data instead.`}
      onClose={act.sending ? undefined : onClose}
      actions={
        <>
          <Button busy={act.sending} busyLabel="Sending" onClick={() => void send()}>
            Send the link
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <AskedForm
        act={act}
        {...asking}
        again="Sending again is safe: it’s the same request, so it’s sent once at most."
      />
    </Modal>
  );
}
