import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import type * as z from "zod/mini";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
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
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { Prescription } from "#contract/care/prescriptions.ts";
import { paces } from "#contract/treatment/pace.ts";
import {
  atHomeText,
  changedDirectionsText,
  directionsBody,
  directionsDraft,
  fillText,
  missingFromDirections,
  paceLabels,
  wantedOf,
} from "./directions-change.ts";
import { LookAgain, useSeenRevision } from "./look-again.tsx";
import { Directions } from "./prescription-fields.tsx";
import { ReasonAndMessage } from "./reason-and-message.tsx";

const fields = ["directions", "pace", "reason", "message"] as const;

interface DirectionsProps extends DialogProps {
  readonly prescription: z.output<typeof Prescription>;
  /** Of the record as it's known now. */
  readonly revision: string;
}

/** Changes how a patient uses a medicine. How long it lasts then is asked of the server as it's chosen. */
export function DirectionsDialog({ prescription, revision, onClose, onDone }: DirectionsProps) {
  const cache = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const params = { id: prescription.id };
  const prescriber = usePrescriberName();
  const draft = useFields({ kind: "prescription", id: prescription.id }, directionsDraft);
  const wanted = wantedOf(draft.value, prescription);
  const quote = useQuery(queryOf(care.directionsQuote, { params, query: { pace: wanted.pace } }));
  const seen = useSeenRevision(revision, [care.patient, care.directionsQuote]);
  const act = useAct({ draft, onFailure: ({ kind }) => void (kind === "conflict" && seen.readAgain()) });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.isMissing(missingFromDirections(draft.value, wanted))) {
      const body = directionsBody(draft.value, wanted, seen.revision);
      await act.send(
        body,
        (_, key) => call(care.changeDirections, { params, body }, { key }),
        (changed) => {
          void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
          onDone(changedDirectionsText(changed));
        },
      );
    }
    focusFirstInvalid(form.current);
  }

  return (
    <Modal
      wide
      title={`Change directions: ${medicineName(prescription)}`}
      description="Starting today. What’s at home lasts by the new directions, and the next box comes when that runs low."
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
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
          <QueryContent query={quote} rows={2}>
            {(data) =>
              data.obstacle === null ? (
                <Facts as="rows">
                  <Fact name="Prescribed by">{prescriber}</Fact>
                  <Fact name="At home">{atHomeText(data)}</Fact>
                  <Fact name="A fill lasts">{fillText(data) ?? "We don’t know how long."}</Fact>
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
          <FailureNotice
            act={act}
            title="Nothing was changed"
            again="Press again: it’s never changed twice."
            conflict={<LookAgain title="Look again before you change it" act={act} seen={seen} />}
            fields={fields}
          />
          <FormActions
            label="Change directions"
            busy={act.sending}
            busyLabel="Changing"
            disabled={!draft.loaded || quote.data?.obstacle !== null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
