import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import type * as z from "zod/mini";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { care } from "#contract/care/calls.ts";
import type { Prescription } from "#contract/care/prescriptions.ts";
import { atHomeText } from "../directions-change.ts";
import { LookAgain, useSeenRevision } from "#clinic/care/look-again.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { ReasonAndMessage } from "#clinic/care/reason-and-message.tsx";
import { alongText, areDays, breakBody, breakDraft, missingFromBreak, plannedBreakText } from "./medicine-break.ts";

const fields = ["from", "until", "reason", "message", "visitnote"] as const;

interface BreakProps extends DialogProps {
  readonly patientId: string;
  readonly prescription: z.output<typeof Prescription>;
  /** Of the record as it's known now. */
  readonly revision: string;
}

/** Plans a break from a medicine. What rests with it, and what it moves, is asked of the server once both days are picked. */
export function BreakDialog({ patientId, prescription, revision, onClose, onDone }: BreakProps) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const params = { id: prescription.id };
  const draft = useFields({ kind: "prescription", id: prescription.id }, breakDraft);
  const { from, until } = draft.value;
  const today = practiceToday();
  const quote = useQuery({
    ...queryOf(care.restQuote, { params, query: { from, until } }),
    enabled: areDays({ from, until }, today),
  });
  const seen = useSeenRevision(revision, [care.patient, care.restQuote]);
  const act = useAct({ draft, onFailure: ({ kind }) => void (kind === "conflict" && seen.readAgain()) });

  const note = useVisitNote({
    ...{ patientId, refId: prescription.id },
    facts: visitNoteFacts("break_planned", [prescription.productid], {
      ...{ from, until, message: draft.value.message },
    }),
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.isMissing(missingFromBreak(draft.value))) {
      const body = { ...breakBody(draft.value, seen.revision), ...note.body() };
      await act.send(
        body,
        (_, key) => call(care.restPrescription, { params, body }, { key }),
        async (planned) => {
          await note.drop();
          void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
          onDone(plannedBreakText(planned));
        },
      );
    }
    focusFirstInvalid(form.current);
  }

  return (
    <Modal
      wide
      title={`Plan a break: ${medicineName(prescription)}`}
      description="On these days the patient uses none of it, so what’s at home lasts longer and the next box comes later. They’re told now, when it begins and when it’s over."
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <Cluster gap={4} align="top">
            <TextField
              label="First day of the break"
              type="date"
              min={today}
              value={from}
              error={act.errors["from"]}
              onChange={({ target }) => draft.change({ from: target.value })}
            />
            <TextField
              label="First day it’s used again"
              type="date"
              min={from || today}
              value={until}
              error={act.errors["until"]}
              onChange={({ target }) => draft.change({ until: target.value })}
            />
          </Cluster>
          {areDays({ from, until }, today) && (
            <QueryContent query={quote} rows={2}>
              {(data) =>
                data.obstacle === null ? (
                  <Facts as="rows">
                    {alongText(data.names) !== null && <Fact name="Also">{alongText(data.names)}</Fact>}
                    <Fact name="At home">{atHomeText(data)}</Fact>
                  </Facts>
                ) : (
                  <Alert tone="warning">{data.obstacle}</Alert>
                )
              }
            </QueryContent>
          )}
          <ReasonAndMessage
            value={draft.value}
            errors={act.errors}
            added="The days are added to it."
            onWrite={draft.change}
          />
          <VisitNoteField note={note} error={act.errors["visitnote"]} />
          <FailureNotice
            act={act}
            title="No break was planned"
            again="Press again: it’s never planned twice."
            conflict={<LookAgain title="Look again before you plan it" act={act} seen={seen} />}
            fields={fields}
          />
          <FormActions
            label="Plan the break"
            busy={act.sending}
            busyLabel="Planning"
            disabled={!draft.loaded || !note.loaded || (quote.data?.obstacle ?? null) !== null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
