import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import type * as z from "zod/mini";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { startDayProblem } from "./start-day.ts";
import { usePrescriberName } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { useFields } from "#clinic/work/draft.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { isOutdated } from "#clinic/work/act.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { care } from "#contract/care/calls.ts";
import type { Prescription } from "#contract/care/prescriptions.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { paces } from "#contract/treatment/pace.ts";
import {
  atHomeText,
  changedDirectionsText,
  directionsBegin,
  directionsBeginLabels,
  directionsBody,
  directionsDraft,
  fillText,
  missingFromDirections,
  paceLabels,
  plannedText,
  scheduleText,
  startQuery,
  wantedOf,
} from "./directions-change.ts";
import { LookAgain, useSeenRevision } from "#clinic/care/look-again.tsx";
import { preparedDirections } from "./prepared-directions.ts";
import { draftOf, type PreparedTask } from "#clinic/care/prepared/prepared-fields.ts";
import { PreparedBy, signLabel, useSubmitKey, WordsToSigner } from "#clinic/care/prepared/signature-fields.tsx";
import { preparedText, useSignature } from "#clinic/care/prepared/use-signature.ts";
import { Directions } from "#clinic/care/prescription-fields.tsx";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { ReasonAndMessage } from "#clinic/care/reason-and-message.tsx";

const fields = ["directions", "pace", "beginson", "reason", "message", "visitnote"] as const;

interface DirectionsProps extends DialogProps {
  readonly patientId: string;
  readonly prescription: z.output<typeof Prescription>;
  /** Of the record as it's known now. */
  readonly revision: string;
  /** It was prepared by somebody else. */
  readonly task?: PreparedTask | undefined;
}

/** Changes how a patient uses a medicine. How long it lasts then is asked of the server as it's chosen. */
export function DirectionsDialog({ patientId, prescription, revision, task, onClose, onDone }: DirectionsProps) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  useSubmitKey(form);
  const params = { id: prescription.id };
  const prescriber = usePrescriberName();
  const signature = useSignature({
    ...{ decision: "directions_changed", patientId, refId: prescription.id, task },
  });
  const work = draftOf(task, { kind: "prescription", id: prescription.id });
  const draft = useFields(work, directionsDraft, preparedDirections(task));
  const wanted = wantedOf(draft.value, prescription);
  const today = practiceToday();
  const { begins, beginson } = draft.value;
  const wrongDay = begins === "on_day" ? startDayProblem(beginson, today) : null;
  const start = startQuery(draft.value, today);
  const quote = useQuery(queryOf(care.directionsQuote, { params, query: { pace: wanted.pace, ...start } }));
  const day = begins === "when_box_ends" ? (quote.data?.beginson ?? undefined) : start.beginson;
  const seen = useSeenRevision(revision, [care.patient, care.directionsQuote]);
  const act = useAct({ draft, onFailure: (failure) => void (isOutdated(failure) && seen.readAgain()) });

  const note = useVisitNote({
    ...{ patientId, refId: prescription.id, task },
    facts: visitNoteFacts("directions_changed", [prescription.productid], {
      ...{ directions: wanted.directions, from: day, message: draft.value.message },
    }),
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.isMissing(missingFromDirections(draft.value, wanted)) && wrongDay === null) {
      // What is prepared has no day of the end of a box: that is found out as it's signed.
      const boxEndsOn = signature.prepares ? undefined : day;
      const asked = directionsBody(draft.value, wanted, { revision: seen.revision, boxEndsOn });
      if (signature.prepares) {
        const { revision: _seen, ...values } = asked;
        await signature.prepare(act, { ...values, visitnote: note.own }, seen.revision, async () => {
          await note.drop();
          onDone(`Prepared. ${preparedText}`);
        });
      } else {
        const body = { ...asked, ...note.body(), ...signature.body };
        await act.send(
          body,
          (_, key) => call(care.changeDirections, { params, body }, { key }),
          async (changed) => {
            await note.drop();
            void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
            onDone(changedDirectionsText(changed));
          },
        );
      }
    }
    focusFirstInvalid(form.current);
  }

  return (
    <Modal
      wide
      title={`${signature.prepares ? "Prepare other directions" : "Change directions"}: ${medicineName(prescription)}`}
      description="What’s at home lasts by the new directions from the day they begin, and the next box comes when that runs low."
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          <PreparedBy signature={signature} />
          <Directions
            mark={undefined}
            value={wanted.directions}
            error={act.errors["directions"]}
            onWrite={(directions) => draft.change({ directions })}
          />
          <Select
            label="How much of it that is"
            options={paces.map((value) => ({ value, label: paceLabels[value] }))}
            value={wanted.pace}
            error={act.errors["pace"]}
            onChange={({ target }) => draft.change({ pace: paces.find((each) => each === target.value) })}
          />
          <Select
            label="It begins"
            options={directionsBegin.map((value) => ({ value, label: directionsBeginLabels[value] }))}
            value={begins}
            onChange={({ target }) =>
              draft.change({ begins: directionsBegin.find((each) => each === target.value) ?? "today" })
            }
          />
          {begins === "on_day" && (
            <TextField
              label="First day"
              type="date"
              min={today}
              value={beginson}
              error={wrongDay ?? act.errors["beginson"]}
              onChange={({ target }) => draft.change({ beginson: target.value })}
            />
          )}
          <QueryContent query={quote} rows={2}>
            {(data) =>
              data.obstacle === null ? (
                <Facts as="rows">
                  {!signature.prepares && <Fact name="Prescribed by">{prescriber}</Fact>}
                  {(begins === "today" || day !== undefined) && (
                    <Fact name="They use it">{scheduleText(day, wanted)}</Fact>
                  )}
                  {data.replaces.length > 0 && (
                    <Fact name="No longer planned">{data.replaces.map(plannedText).join(" · ")}</Fact>
                  )}
                  <Fact name="At home">{atHomeText(data)}</Fact>
                  <Fact name="A fill lasts">{fillText(data) ?? "We don’t know how long."}</Fact>
                  {data.runsouton !== null && (
                    <Fact name="Runs out">
                      <StatusBadge tone="warning">{formatCalendarDay(data.runsouton)}</StatusBadge> The next box may be
                      there only after that.
                    </Fact>
                  )}
                </Facts>
              ) : (
                <Alert tone="warning">{data.obstacle}</Alert>
              )
            }
          </QueryContent>
          <ReasonAndMessage
            value={draft.value}
            errors={act.errors}
            added="The new directions, and how long what’s at home lasts, are added to it."
            onWrite={draft.change}
          />
          <VisitNoteField note={note} error={act.errors["visitnote"]} />
          <WordsToSigner signature={signature} />
          <FailureNotice
            act={act}
            title="Nothing was changed"
            again="Press again: it’s never changed twice."
            conflict={<LookAgain title="Look again before you change it" act={act} seen={seen} />}
            fields={fields}
          />
          <FormActions
            label={signLabel(signature, "Change directions")}
            busy={act.sending}
            busyLabel="Changing"
            disabled={!draft.loaded || !note.loaded || quote.data?.obstacle !== null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
