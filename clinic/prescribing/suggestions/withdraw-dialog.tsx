import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { care } from "#contract/care/calls.ts";
import type { Suggestion } from "#contract/treatment/suggestions.ts";
import { noSuggestion, suggestionDraft } from "./suggestion.ts";

/** Withdraws a medicine that waits for the patient's answer; they read why. */
export function WithdrawDialog({
  patientId,
  suggestion: { id, product },
  onClose,
  onDone,
}: DialogProps & { readonly patientId: string; readonly suggestion: Suggestion }) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const draft = useFields({ kind: "suggestion", id }, suggestionDraft);
  const act = useAct({ draft });
  const visitNote = useVisitNote({
    ...{ patientId, refId: id },
    facts: visitNoteFacts("suggestion_withdrawn", [product.productid], { message: draft.value.note }),
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const note = draft.value.note.trim();
    if (!draft.isMissing(note === "" ? { note: "Write why. The patient reads it." } : {}))
      await act.send(
        { note, ...visitNote.body() },
        (body, key) => call(care.withdrawSuggestion, { params: { id }, body }, { key }),
        async () => {
          await visitNote.drop();
          void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
          onDone(`Withdrawn: ${product.name} ${product.dosage}.`);
        },
      );
    focusFirstInvalid(form.current);
  }

  return (
    <Modal
      wide
      title={`Withdraw ${product.name} ${product.dosage}?`}
      description="The patient isn’t asked about it any more. Nothing of it was prescribed or charged."
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <CountedTextarea
            label="Message to the patient"
            hint="Why you withdraw it. They read it as a message from the doctor."
            rows={3}
            limit={2000}
            value={draft.value.note}
            error={act.errors["note"]}
            onChange={({ target }) => draft.change({ note: target.value })}
          />
          <VisitNoteField note={visitNote} error={act.errors["visitnote"]} />
          <FailureNotice
            act={act}
            title="Nothing was withdrawn"
            again="Press again: it’s never done twice."
            fields={[...Object.keys(noSuggestion), "visitnote"]}
          />
          <FormActions
            label="Withdraw it"
            busy={act.sending}
            busyLabel="Sending"
            disabled={!draft.loaded || !visitNote.loaded}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
