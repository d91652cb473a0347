import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { birthdayLabel, patientName } from "#clinic/ui/labels/patient-name.ts";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { AskedHow, AskedNote, AskedProof } from "../asked-fields.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { LookAgain, useSeenRevision } from "#clinic/care/look-again.tsx";
import css from "./contact-data.module.css";
import {
  askedOf,
  contactChange,
  contactDraft,
  contactNotices,
  contactValues,
  isIdentityFixed,
  mayChangeContact,
  missingFromContact,
} from "./contact-data.ts";
import { ContactFields } from "./contact-fields.tsx";

/** Changes name, phone, e-mail or address for a patient who asked for it, where the person's role may. */
export function EditContact({ record }: { record: PatientRecord }) {
  const permissions = usePermissions();
  if (!mayChangeContact(permissions)) return null;
  return (
    <OpensDialog buttons="Change contact data">{(dialog) => <ContactDialog record={record} {...dialog} />}</OpensDialog>
  );
}

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
  const draft = useFields({ kind: "contact_data", id: record.id }, contactDraft);
  const seen = useSeenRevision(record.contactrevision, [care.patient]);
  const act = useAct({ draft, onFailure: ({ kind }) => void (kind === "conflict" && seen.readAgain()) });
  const { value: typed } = draft;
  const change = contactChange(record, typed);
  const today = practiceToday();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.isMissing(missingFromContact(change, typed))) return focusFirstInvalid(form.current);
    const body = { ...change, asked: askedOf(typed, today), revision: seen.revision };
    await act.send(
      body,
      (_, key) => call(care.changeContact, { params: { id: record.id }, body }, { key }),
      ({ message }) => {
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
        onDone(message);
      },
    );
    focusFirstInvalid(form.current);
  }

  const asked = {
    ...{ channel: typed.channel ?? "", on: typed.on ?? today },
    ...{ callerproved: typed.callerproved ?? "", note: typed.note ?? "" },
  };
  const askedProps = { asked, onChange: draft.change, fieldError: act.fieldError };
  return (
    <Modal
      wide
      title="Change contact data"
      description="Only if the patient asked for it. We’ll tell them what was changed, who did it, and how to reach us if it wasn’t them."
      onClose={act.sending ? undefined : onClose}
    >
      <form ref={form} className={css["form"]} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <Alert title={`${patientName(record)}, ${birthdayLabel(record)}`}>
            On the phone, ask for the full name and the birthday first. Don’t read them out.
          </Alert>
          <div className={css["two"]}>
            <AskedHow {...askedProps} />
          </div>
          <AskedProof {...askedProps} />
          <ContactFields
            values={contactValues(record, typed)}
            identityFixed={isIdentityFixed(record)}
            fieldError={act.fieldError}
            onWrite={draft.change}
          />
          {contactNotices(record, change).map((notice) => (
            <Alert key={notice} tone="warning">
              {notice}
            </Alert>
          ))}
          <AskedNote {...askedProps} />
          <FailureNotice
            act={act}
            again="Sending it again is safe: it’s the same request, so it’s done once at most."
            conflict={<LookAgain title="Nothing was changed" act={act} seen={seen} />}
          />
          {draft.missing["nothing"] && <Alert tone="warning">{draft.missing["nothing"]}</Alert>}
          <FormActions
            label="Save the changes"
            busy={act.sending}
            busyLabel="Saving"
            disabled={!draft.loaded || act.failure?.kind === "conflict"}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
