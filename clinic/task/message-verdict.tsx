import { type FormEvent, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { WithdrawMessage } from "#clinic/care/wrong-chart/withdraw-message.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { Section } from "#clinic/ui/page.tsx";
import { isOutdated } from "#clinic/work/act.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { Message } from "#contract/messages/message.ts";
import css from "./task-page.module.css";

interface Deciding {
  readonly message: Message;
  /** Who says that it isn't theirs. */
  readonly patient: PatientSummary;
  readonly onDecided: () => void;
}

/** The message a patient says isn't theirs, and the two things the practice can find. */
export function MessageVerdict(deciding: Deciding) {
  const { message, patient } = deciding;
  const [withdrawing, setWithdrawing] = useState(false);
  return (
    <>
      <Section title={`Was this for ${patientName(patient)}, ${birthdayLabel(patient)}?`}>
        <Stack gap={4}>
          <p className={css["quote"]}>{message.message || message.attachment?.name}</p>
          <p className={css["quiet"]}>
            {message.sender.name} · {practiceDayAndTime(message.createdat)}
          </p>
          <div>
            <Button variant="danger" onClick={() => setWithdrawing(true)}>
              No, withdraw it
            </Button>
          </div>
        </Stack>
      </Section>
      <Keep {...deciding} />
      {withdrawing && (
        <WithdrawMessage
          message={message}
          patient={patient}
          onDone={() => {
            setWithdrawing(false);
            deciding.onDecided();
          }}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </>
  );
}

/** It's the patient's after all: they see it again, with a message. */
function Keep({ message: { id: mid, conversationid: id }, onDecided }: Deciding) {
  const [text, setText] = useState("");
  const act = useAct<string>({ asSent: true, onFailure: (failure) => (isOutdated(failure) ? onDecided() : undefined) });
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message !== "")
      void act.send(
        message,
        (body, key) => call(care.keepMessage, { params: { id, mid }, body: { message: body } }, { key }),
        () => {
          setText("");
          onDecided();
        },
      );
  };
  return (
    <Section title="Yes, it’s theirs">
      <form noValidate onSubmit={keep}>
        <Stack gap={4}>
          <CountedTextarea
            label="Message to the patient"
            hint="They see the hidden message again, and this one that says why it’s theirs."
            rows={3}
            limit={5000}
            value={text}
            error={act.fieldError("message")}
            readOnly={act.sending || act.pending !== null}
            onChange={({ target }) => setText(target.value)}
          />
          <FailureNotice act={act} again="Press again: it never happens twice." fields={["message"]} />
          <div>
            <Button
              type="submit"
              variant="secondary"
              busy={act.sending}
              busyLabel="Sending"
              disabled={text.trim() === ""}
            >
              Show it again and send this
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  );
}
