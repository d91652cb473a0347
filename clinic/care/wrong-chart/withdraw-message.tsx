import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { Input } from "#contract/http/endpoint.ts";
import type { Message } from "#contract/messages/message.ts";
import { permits } from "#contract/policy/policy.ts";
import { FindPatient } from "./find-patient.tsx";
import css from "./wrong-chart.module.css";

/** Takes back a message that was meant for another patient, and sends it to that one. A file isn't sent again. */
export function WithdrawMessage({
  message,
  patient,
  onDone,
  onClose,
}: {
  message: Message;
  /** Whom it was sent to. */
  patient: PatientSummary;
  onDone: () => void;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const [right, setRight] = useState<PatientSummary | null>(null);
  const act = useAct<Input<typeof care.withdrawMessage>["body"]>({ asSent: true, onFailure: readAgain });
  const isUnknown = act.pending !== null;
  const mayFind = permits(usePermissions(), care.searchPatients.access.needs);
  const maySend = mayFind && message.attachment === null && message.followupid === null;
  function readAgain() {
    for (const key of [queryKey(care.conversationMessages), queryKey(care.conversation), ["inbox"]])
      void cache.invalidateQueries({ queryKey: key });
  }
  const send = () =>
    act.send(
      right ? { forpatientid: right.id } : {},
      (body, key) =>
        call(care.withdrawMessage, { params: { id: message.conversationid, mid: message.id }, body }, { key }),
      () => {
        readAgain();
        onDone();
      },
    );
  return (
    <Modal
      title="Withdraw this message?"
      description={`It was sent to ${patientName(patient)}, ${birthdayLabel(patient)}. Nobody can read it there any more. They see that it came by mistake.`}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={act.sending} busyLabel="Please wait" onClick={() => void send()}>
            {isUnknown ? "Ask again" : right ? "Withdraw it and send it on" : "Withdraw it"}
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <FailureNotice act={act} again="Ask again: it can’t happen twice." fields={["forpatientid"]} />
        <p className={css["quote"]}>{message.message || message.attachment?.name}</p>
        {maySend && (
          <FindPatient
            label="Who it was meant for"
            hint="They’re sent the same in your name."
            error={act.fieldError("forpatientid")}
            except={patient.id}
            chosen={right}
            onChoose={setRight}
            readOnly={act.sending || isUnknown}
          />
        )}
        {!maySend && mayFind && <p>Its file isn’t sent again. Please send it to the right patient afterwards.</p>}
      </Stack>
    </Modal>
  );
}
