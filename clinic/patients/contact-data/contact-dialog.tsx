import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { isApiError } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import { useWritten } from "#clinic/work/use-written.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { AskedHow, AskedNote, practiceToday } from "../asked-fields.tsx";
import { LookAgain, useReadAgain } from "../look-again.tsx";
import {
  askedOf,
  contactChange,
  contactDraft,
  contactNotices,
  contactValues,
  isIdentityFixed,
  missingFromContact,
} from "./contact-data.ts";
import css from "./contact-data.module.css";
import { ContactFields } from "./contact-fields.tsx";

/** Changes how a patient is reached, for a patient who asked for it. */
export function ContactDialog({
  record,
  onClose,
  onDone,
}: {
  /** As it's known now; the change is made from what was known when the dialog was opened, or looked at again. */
  record: PatientRecord;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [revision, setRevision] = useState(record.contactrevision);
  const { written, loaded, missing, isMissing, write, drop } = useWritten(
    { kind: "contact_data", id: record.id },
    contactDraft,
  );
  const { send, sending, failure, forget, problem, fieldError } = useSend();
  const { readAgain, isReading } = useReadAgain([care.patient]);
  const change = contactChange(record, written);
  const today = practiceToday();
  const errorAt = (path: string) => missing[path] ?? fieldError(path);
  const conflict = isApiError(failure) && failure.code === "conflict";
  const atFields = isApiError(failure) && failure.fields.length > 0;
  const unknown = failure !== null && isOutcomeUnknown(failure);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isMissing(missingFromContact(change, written))) return focusFirstInvalid(form.current);
    const body = { ...change, asked: askedOf(written, today), revision };
    await send(body, async (key) => {
      try {
        const { message } = await call(care.changeContact, { params: { id: record.id }, body }, { key });
        await drop();
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
        onDone(message);
      } catch (error) {
        if (isApiError(error) && error.code === "conflict") void readAgain();
        throw error;
      }
    });
    focusFirstInvalid(form.current);
  }

  const asked = { channel: written.channel ?? "", on: written.on ?? today, note: written.note ?? "" };
  const askedProps = { written: asked, onWrite: write, fieldError: errorAt };
  return (
    <Modal
      wide
      title="Change contact data"
      description="Only if the patient asked for it. We’ll tell them what was changed, who did it, and how to reach us if it wasn’t them."
      onClose={sending ? undefined : onClose}
    >
      <form ref={form} className={css["form"]} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <Alert title={`${patientName(record)}, ${bornWords(record)}`}>
            On the phone, ask for the full name and the birthday first. Don’t read them out.
          </Alert>
          <div className={css["two"]}>
            <AskedHow {...askedProps} />
          </div>
          <ContactFields
            values={contactValues(record, written)}
            identityFixed={isIdentityFixed(record)}
            fieldError={errorAt}
            onWrite={write}
          />
          {contactNotices(record, change).map((notice) => (
            <Alert key={notice} tone="warning">
              {notice}
            </Alert>
          ))}
          <AskedNote {...askedProps} />
          {conflict && (
            <LookAgain
              title="Nothing was changed"
              message={problem}
              isReading={isReading}
              isNew={record.contactrevision !== revision}
              onLoad={() => void readAgain()}
              onLooked={() => {
                setRevision(record.contactrevision);
                forget();
              }}
            />
          )}
          {unknown && <NoAnswer>Sending it again is safe: it’s the same request, so it’s done once at most.</NoAnswer>}
          {problem && !conflict && !unknown && !atFields && <Alert tone="warning">{problem}</Alert>}
          {missing["nothing"] && <Alert tone="warning">{missing["nothing"]}</Alert>}
          <FormActions
            label="Save the changes"
            busy={sending}
            busyLabel="Saving"
            disabled={!loaded || conflict}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

const bornWords = ({ birthday }: Pick<PatientRecord, "birthday">): string =>
  birthday === null ? "birthday not given" : `born ${formatCalendarDay(birthday)}`;
