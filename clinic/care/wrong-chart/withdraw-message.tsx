import { useQueryClient } from "@tanstack/react-query";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { Message } from "#contract/messages/message.ts";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

/** Takes back a message that was meant for another patient, and sends it to that one, with its file. */
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
  function readAgain() {
    for (const key of [queryKey(care.conversationMessages), queryKey(care.conversation), ["inbox"]])
      void cache.invalidateQueries({ queryKey: key });
  }
  return (
    <WithdrawDialog
      title="Withdraw this message?"
      description={`It was sent to ${patientName(patient)}, ${birthdayLabel(patient)}. Nobody can read it there any more. They see that it came by mistake.`}
      quote={message.message || message.attachment?.name}
      right={{
        label: "Who it was meant for",
        hint: "They’re sent the same in your name.",
        action: "Withdraw it and send it on",
      }}
      notMoved={
        message.followupid === null ? null : "A follow-up isn’t sent again. Please send theirs from their record."
      }
      wrongId={patient.id}
      send={(body, key) =>
        call(care.withdrawMessage, { params: { id: message.conversationid, mid: message.id }, body }, { key })
      }
      onSent={() => {
        readAgain();
        onDone();
      }}
      onFailure={readAgain}
      onClose={onClose}
    />
  );
}
