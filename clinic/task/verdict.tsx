import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { WithdrawLetter } from "#clinic/care/wrong-chart/withdraw-letter.tsx";
import { WithdrawMessage } from "#clinic/care/wrong-chart/withdraw-message.tsx";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { Section } from "#clinic/ui/page.tsx";
import { isOutdated } from "#clinic/work/act.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { RecordLetter } from "#contract/care/letters.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { Message } from "#contract/messages/message.ts";
import css from "./task-page.module.css";

interface Deciding {
  /** Who says that it isn't theirs. */
  readonly patient: PatientSummary;
  readonly onDecided: () => void;
}

/** The message a patient says isn't theirs, and the two things the practice can find. */
export const MessageVerdict = ({ message, patient, onDecided }: Deciding & { readonly message: Message }) => (
  <Verdict
    patient={patient}
    onDecided={onDecided}
    quote={message.message || message.attachment?.name}
    from={`${message.sender.name} · ${practiceDayAndTime(message.createdat)}`}
    shown="They see the hidden message again, and this one that says why it’s theirs."
    keep={(body, key) =>
      call(care.keepMessage, { params: { id: message.conversationid, mid: message.id }, body }, { key })
    }
  >
    {(dialog) => <WithdrawMessage message={message} patient={patient} {...dialog} />}
  </Verdict>
);

/** The same of a medical letter. */
export const LetterVerdict = ({ letter, patient, onDecided }: Deciding & { readonly letter: RecordLetter }) => (
  <Verdict
    patient={patient}
    onDecided={onDecided}
    quote={letter.text}
    from={`Letter by ${letter.doctorname} · ${practiceDayAndTime(letter.issuedat)}`}
    shown="They can download the letter again. This message says why it’s theirs."
    keep={(body, key) => call(care.keepLetter, { params: { id: patient.id, letterid: letter.id }, body }, { key })}
  >
    {(dialog) => <WithdrawLetter letter={letter} patient={patient} {...dialog} />}
  </Verdict>
);

function Verdict({
  patient,
  onDecided,
  quote,
  from,
  shown,
  keep,
  children,
}: Deciding & {
  readonly quote: ReactNode;
  readonly from: string;
  /** What the patient sees where it's theirs after all. */
  readonly shown: string;
  readonly keep: (body: { readonly message: string }, key: string) => Promise<unknown>;
  readonly children: (dialog: { readonly onDone: () => void; readonly onClose: () => void }) => ReactNode;
}) {
  const [withdrawing, setWithdrawing] = useState(false);
  return (
    <>
      <Section title={`Was this for ${patientName(patient)}, ${birthdayLabel(patient)}?`}>
        <Stack gap={4}>
          <p className={css["quote"]}>{quote}</p>
          <p className={css["quiet"]}>{from}</p>
          <div>
            <Button variant="danger" onClick={() => setWithdrawing(true)}>
              No, withdraw it
            </Button>
          </div>
        </Stack>
      </Section>
      <Keep shown={shown} keep={keep} onDecided={onDecided} />
      {withdrawing &&
        children({
          onDone: () => {
            setWithdrawing(false);
            onDecided();
          },
          onClose: () => setWithdrawing(false),
        })}
    </>
  );
}

/** It's the patient's after all: they see it again, with a message. */
function Keep({ shown, keep, onDecided }: Pick<Parameters<typeof Verdict>[0], "shown" | "keep" | "onDecided">) {
  const [text, setText] = useState("");
  const act = useAct<{ readonly message: string }>({
    asSent: true,
    onFailure: (failure) => (isOutdated(failure) ? onDecided() : undefined),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message !== "")
      void act.send({ message }, keep, () => {
        setText("");
        onDecided();
      });
  };
  return (
    <Section title="Yes, it’s theirs">
      <form noValidate onSubmit={submit}>
        <Stack gap={4}>
          <CountedTextarea
            label="Message to the patient"
            hint={shown}
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
