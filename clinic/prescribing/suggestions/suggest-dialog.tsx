import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { LookAgain, useSeenRevision } from "#clinic/care/look-again.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { PrescriptionWords } from "#clinic/care/prescription-fields.tsx";
import { startDayProblem } from "../start-day.ts";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { usePrescriberName } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { useFields } from "#clinic/work/draft.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { SuggestibleMedicine, SuggestionQuote } from "#contract/care/suggestions.ts";
import css from "../treatment-change/change-dialog.module.css";
import {
  costText,
  excludedMedicines,
  medicineOptions,
  missingFromSuggestion,
  suggestedText,
  suggestionBody,
  suggestionDraft,
  suggestionFields,
  supplyOptions,
} from "./suggestion.ts";

interface Props {
  /** As it's known now; the suggestion is made on what was known when the dialog was opened, or looked at again. */
  readonly record: Pick<PatientRecord, "id" | "revision">;
  readonly onDone: DialogProps["onDone"];
}

/** A suggestion: its draft, what can be chosen, what the choice means, and sending it. */
function useSuggestion({ record, onDone }: Props) {
  const cache = useQueryClient();
  const params = { id: record.id };
  const draft = useFields({ kind: "suggestion", id: record.id }, suggestionDraft);
  const medicines = useQuery({ ...queryOf(care.suggestibleMedicines, { params }), gcTime: 0 });
  const medicine = medicines.data?.items.find(
    ({ productid, obstacle }) => productid === draft.value.productid && obstacle === null,
  );
  const supply = medicine?.pricings.find(({ pricingid }) => pricingid === draft.value.pricingid);
  // Read once for each choice, so that a press repeated because no answer came sends the same.
  const { beginson } = draft.value;
  const wrongDay = startDayProblem(beginson, practiceToday());
  const quote = useQuery({
    ...queryOf(care.suggestionQuote, {
      params,
      query: { productid: medicine?.productid ?? "", pricingid: supply?.pricingid ?? "", beginson },
    }),
    enabled: supply !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const seen = useSeenRevision(record.revision, [care.patient, care.suggestionQuote, care.suggestibleMedicines]);
  const act = useAct({
    ...{ draft, fields: suggestionFields },
    onFailure: ({ kind }) => {
      if (kind === "conflict") void seen.readAgain();
      if (kind === "refused") void quote.refetch();
    },
  });

  const note = useVisitNote({
    ...{ patientId: record.id, refId: record.id },
    facts: visitNoteFacts("medicine_suggested", medicine ? [medicine.productid] : [], {
      ...{ directions: draft.value.directions, message: draft.value.note },
    }),
  });
  async function suggest(): Promise<void> {
    const chosen = { productid: medicine?.productid ?? "", pricingid: supply?.pricingid ?? "" };
    if (draft.isMissing(missingFromSuggestion({ ...draft.value, ...chosen }, quote.data))) return;
    if (!quote.data || quote.data.obstacle !== null) return;
    const body = { ...suggestionBody(draft.value, quote.data.warnings, seen.revision), ...note.body() };
    await act.send(
      body,
      (_, key) => call(care.suggestMedicine, { params, body }, { key }),
      async (made) => {
        await note.drop();
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
        onDone(suggestedText(made));
      },
    );
  }
  const errors: Readonly<Record<string, string | undefined>> = {
    ...(quote.data?.obstacle && { productid: quote.data.obstacle }),
    ...(wrongDay !== null && { beginson: wrongDay }),
    ...act.errors,
  };
  return { draft, medicines, medicine, supply, wrongDay, quote, seen, act, note, suggest, errors };
}
type SuggestionForm = ReturnType<typeof useSuggestion>;

/** Suggests a medicine the patient didn't ask for. What the choice means, and what speaks against it, is asked of the server as it's chosen. */
export function SuggestDialog({ onClose, ...props }: Props & Pick<DialogProps, "onClose">) {
  const form = useRef<HTMLFormElement>(null);
  const suggestion = useSuggestion(props);
  const { draft, medicines, supply, quote, act, seen } = suggestion;
  const prescriber = usePrescriberName();
  return (
    <Modal
      wide
      title="Suggest a medicine"
      description="To add to what the patient takes. It’s neither prescribed nor charged before they agree."
      onClose={onClose}
    >
      <form
        ref={form}
        className={css["form"]}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void suggestion.suggest().then(() => focusFirstInvalid(form.current));
        }}
      >
        <Stack gap={5}>
          <ChoiceFields suggestion={suggestion} />
          {medicines.error && (
            <QueryContent query={medicines} rows={0}>
              {() => null}
            </QueryContent>
          )}
          {supply && suggestion.wrongDay === null && (
            <QueryContent query={quote} rows={3}>
              {(data) => <SuggestionTerms quote={data} doctor={prescriber} />}
            </QueryContent>
          )}
          <PrescriptionWords
            value={suggestion.draft.value}
            quote={suggestion.quote.data}
            errors={suggestion.errors}
            why="Why you suggest it. They read it with the suggestion, as a message from the doctor."
            onWrite={suggestion.draft.change}
          />
          <VisitNoteField note={suggestion.note} error={suggestion.errors["visitnote"]} />
          <FailureNotice
            act={act}
            title="Nothing was suggested"
            again="Press again: it’s never suggested twice."
            conflict={<LookAgain title="Look again before you send it" act={act} seen={seen} />}
            fields={[...Object.keys(draft.value), "visitnote"]}
          />
          <FormActions
            label="Suggest it"
            busy={act.sending}
            busyLabel="Sending"
            disabled={
              !draft.loaded ||
              !suggestion.note.loaded ||
              suggestion.wrongDay !== null ||
              (supply !== undefined && !quote.data)
            }
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** The medicine in its strength and form, and its supply; below, what is left out, and why. */
function ChoiceFields({ suggestion: { draft, medicines, medicine, supply, errors } }: { suggestion: SuggestionForm }) {
  const items: readonly SuggestibleMedicine[] = medicines.data?.items ?? [];
  const excluded = excludedMedicines(items);
  return (
    <>
      <Select
        label="Medicine"
        placeholder={medicines.data ? "Choose a medicine" : "The medicines aren’t loaded yet"}
        value={medicine?.productid ?? ""}
        options={medicineOptions(items)}
        error={errors["productid"]}
        onChange={({ target }) => {
          const chosen = items.find(({ productid }) => productid === target.value);
          draft.change({ productid: target.value, pricingid: chosen?.pricings[0]?.pricingid ?? "" });
        }}
      />
      <Select
        label="Supply"
        placeholder="Choose a supply"
        value={supply?.pricingid ?? ""}
        options={supplyOptions(medicine)}
        error={errors["pricingid"]}
        onChange={({ target }) => draft.change({ pricingid: target.value })}
      />
      <TextField
        label="First day"
        mark="optional"
        type="date"
        min={practiceToday()}
        hint="Empty: they start it when it comes. It’s charged and sent the day they agree."
        value={draft.value.beginson}
        error={errors["beginson"]}
        onChange={({ target }) => draft.change({ beginson: target.value })}
      />
      {excluded.length > 0 && (
        <details>
          <summary>Not for this patient: {excluded.length}</summary>
          <Facts as="rows">
            {excluded.map(({ id, name, why }) => (
              <Fact key={id} name={name}>
                {why}
              </Fact>
            ))}
          </Facts>
        </details>
      )}
    </>
  );
}

/** What the choice means, in the server's words: who prescribes, what the patient takes from when, pays and agrees to, and the rules to weigh. */
export function SuggestionTerms({ quote, doctor }: { quote: SuggestionQuote; doctor: string }) {
  return (
    <div className={css["terms"]} aria-live="polite">
      <Facts as="rows">
        <Fact name="Prescribed by">{doctor}</Fact>
        <Fact name="The patient pays">{costText(quote)}</Fact>
        <Fact name="Agreeing to it">{quote.consent}</Fact>
        <Fact name="What they take">{quote.begins}</Fact>
        {quote.companion !== null && <Fact name="Together with">{quote.companion}</Fact>}
      </Facts>
      <RuleList label="Rules to weigh" rules={quote.warnings.map((each) => ({ ...each, level: "clinician" }))} />
    </div>
  );
}
