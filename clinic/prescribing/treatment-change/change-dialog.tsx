import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { FollowupDayField } from "#clinic/care/followup-day-field.tsx";
import { PrescriptionWords, Refills } from "#clinic/care/prescription-fields.tsx";
import { practiceToday } from "#clinic/care/practice-today.ts";
import { startDayProblem } from "../start-day.ts";
import type { ReplacementOption } from "#clinic/care/replacements.ts";
import { usePrescriberName, usePermissions } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { QueryContent } from "#clinic/ui/page.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { useFields } from "#clinic/work/draft.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { TreatmentChangeQuote } from "#contract/care/prescribing.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import { changeBegins, changeUntil } from "#contract/treatment/changes.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { paceLabels } from "../directions-change.ts";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import { draftOf, type PreparedTask } from "#clinic/care/prepared/prepared-fields.ts";
import { PreparedBy, signLabel, useSubmitKey, WordsToSigner } from "#clinic/care/prepared/signature-fields.tsx";
import { mayPrepare, maySign, preparedText, useSignature } from "#clinic/care/prepared/use-signature.ts";
import { LookAgain, useSeenRevision } from "#clinic/care/look-again.tsx";
import rowCss from "#clinic/ui/rows.module.css";
import css from "./change-dialog.module.css";
import {
  beginsLabels,
  canBeQuoted,
  changeBody,
  changeValues,
  changeDraft,
  changedText,
  changeFields,
  changeOptions,
  consentText,
  missingFromChange,
  openChange,
  preparedChange,
  pricesText,
  timingOf,
  untilLabels,
  untilPaceChosen,
  untilPaces,
  untilText,
} from "./treatment-change.ts";

/**
 * What `children` draw with buttons that prescribe another strength or form than a subscription brings; below it, what was just done. Without a
 * subscription there is no button: a change ends the prescription it's made from, and one withdrawn is in no list, so neither holds what was done.
 */
export function ChangeTreatment({
  record,
  children,
}: {
  record: PatientRecord;
  children: (button: (subscription: Subscription | undefined, label?: string) => ReactNode) => ReactNode;
}) {
  const permissions = usePermissions();
  const prepares = mayPrepare(permissions);
  if (!maySign(permissions) && !prepares) return children(() => null);
  const labelOf = (label: string) => (prepares ? `Prepare: ${label}` : label);
  return (
    <OpensDialog<Subscription>
      takesFocus
      className={rowCss["quiet"]}
      buttons={(open) =>
        children(
          (subscription, label = "Change") =>
            subscription && (
              <RowAction
                label={labelOf(label)}
                name={`${labelOf(label)}: ${medicineName(subscription.item)}`}
                onClick={() => open(subscription)}
              />
            ),
        )
      }
    >
      {(dialog, changing) => <ChangeDialog record={record} subscription={changing} {...dialog} />}
    </OpensDialog>
  );
}

interface Props {
  /** As it's known now; the change is made on what was known when the dialog was opened, or looked at again. */
  readonly record: PatientRecord;
  readonly subscription: Subscription;
  /** It was prepared by somebody else. */
  readonly task?: PreparedTask | undefined;
  readonly onDone: (notice: string) => void;
}

/** A change of the treatment: its draft, what can be chosen, what the choice means, and sending or withdrawing it. */
function useTreatmentChange({ record, subscription, task, onDone }: Props) {
  const cache = useQueryClient();
  const params = { id: subscription.id };
  const signature = useSignature({
    ...{ decision: "treatment_changed", patientId: record.id, refId: subscription.id, task },
  });
  const draft = useFields(draftOf(task, { kind: "change", id: subscription.id }), changeDraft, preparedChange(task));
  const catalogue = useQuery({ ...queryOf(catalogueCalls.products, {}), staleTime: 5 * 60_000 });
  const open = openChange(record.changes ?? [], subscription.id);
  const options = changeOptions(subscription, catalogue.data?.items ?? [], open);
  const timing = timingOf(draft.value);
  const chosen = options.find(({ pricingid }) => pricingid === draft.value.pricingid);
  const asksQuote = chosen !== undefined && canBeQuoted(timing, practiceToday());
  const wrongDay = timing.begins === "on_day" ? startDayProblem(draft.value.beginson, practiceToday()) : null;
  // Read once for each choice, so that a press repeated because no answer came sends the same.
  const quote = useQuery({
    ...queryOf(care.treatmentChangeQuote, {
      params,
      query: { productid: chosen?.productid ?? "", pricingid: chosen?.pricingid ?? "", ...timing },
    }),
    enabled: asksQuote,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const seen = useSeenRevision(record.revision, [care.patient, care.treatmentChangeQuote]);
  const act = useAct({
    ...{ draft, fields: changeFields },
    onFailure: ({ kind }) => {
      if (kind === "conflict") void seen.readAgain();
      if (kind === "refused") void quote.refetch();
    },
  });
  const withdrawal = useAct({ draft });
  // What the patient does until then is no day.
  const { until: _until, ...decided } = changeBody(draft.value, [], "");
  const note = useVisitNote({
    ...{ patientId: record.id, refId: subscription.id, task },
    facts: visitNoteFacts("treatment_changed", chosen ? [chosen.productid] : [], {
      ...decided,
      message: draft.value.note,
    }),
  });
  const done = (notice: string) => {
    for (const read of [care.patient, care.followupDay]) void cache.invalidateQueries({ queryKey: queryKey(read) });
    onDone(notice);
  };

  async function change(): Promise<void> {
    const choice = { ...draft.value, pricingid: chosen?.pricingid ?? "" };
    // Why it goes against a rule is for whoever signs.
    const missing = missingFromChange(choice, signature.prepares ? undefined : quote.data);
    if (draft.isMissing(missing) || !quote.data || quote.data.obstacle) return;
    if (signature.prepares) {
      await signature.prepare(act, { ...changeValues(draft.value), visitnote: note.own }, seen.revision, async () => {
        await note.drop();
        done(`Prepared. ${preparedText}`);
      });
      return;
    }
    const body = {
      ...{ ...changeBody(draft.value, quote.data.warnings, seen.revision), ...note.body(), ...signature.body },
    };
    await act.send(
      body,
      (_, key) => call(care.changeTreatment, { params, body }, { key }),
      async (changed) => {
        await note.drop();
        done(changedText(chosen?.label.split(" · ")[0] ?? subscription.item.name, changed));
      },
    );
  }
  /** The patient reads why in the same message. */
  async function withdraw(): Promise<void> {
    const note = draft.value.note.trim();
    if (draft.isMissing(note === "" ? { note: "Write why. The patient reads it." } : {})) return;
    await withdrawal.send(
      note,
      (_, key) => call(care.withdrawChange, { params, body: { note } }, { key }),
      () => done("Taken back. Everything is as before it."),
    );
  }
  const errors: Readonly<Record<string, string | undefined>> = {
    ...(quote.data?.obstacle && { pricingid: quote.data.obstacle }),
    ...(wrongDay !== null && { beginson: wrongDay }),
    ...act.errors,
  };
  return {
    ...{
      draft,
      catalogue,
      open,
      options,
      timing,
      chosen,
      asksQuote,
      quote,
      seen,
      act,
      withdrawal,
      change,
      withdraw,
      note,
      signature,
      errors,
    },
  };
}
type Change = ReturnType<typeof useTreatmentChange>;

/** Writes a change of the treatment. What a choice means for the patient, and what speaks against it, is asked of the server as it's chosen. */
export function ChangeDialog({ onClose, ...props }: Props & { readonly onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  useSubmitKey(form);
  const change = useTreatmentChange(props);
  const { draft, quote, act, seen, signature } = change;
  const prescriber = usePrescriberName();
  const focusMissing = () => focusFirstInvalid(form.current);
  const { name, dosage } = props.subscription.item;
  return (
    <Modal
      wide
      title={signature.prepares ? "Prepare a change of the treatment" : "Change the treatment"}
      description={`Instead of ${name} ${dosage}. What’s paid or on its way still comes.`}
      onClose={onClose}
    >
      <form
        ref={form}
        className={css["form"]}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void change.change().then(focusMissing);
        }}
      >
        <Stack gap={5}>
          <PreparedBy signature={signature} />
          <OpenChange change={change} onWithdraw={() => void change.withdraw().then(focusMissing)} />
          <ChoiceFields change={change} name={`${name} ${dosage}`} />
          {change.catalogue.error && (
            <QueryContent query={change.catalogue} rows={0}>
              {() => null}
            </QueryContent>
          )}
          {change.asksQuote && (
            <QueryContent query={quote} rows={3}>
              {(data) => (
                <ChangeTerms quote={data} timing={change.timing} doctor={signature.prepares ? null : prescriber} />
              )}
            </QueryContent>
          )}
          <PrescriptionFields change={change} />
          <VisitNoteField note={change.note} error={change.errors["visitnote"]} />
          <WordsToSigner signature={signature} />
          <FailureNotice
            act={act}
            title="Nothing was changed"
            again="Press again: it’s never changed twice."
            conflict={<LookAgain title="Look again before you send it" act={act} seen={seen} />}
            fields={[...Object.keys(draft.value), "visitnote"]}
          />
          <FormActions
            label={signLabel(signature, "Change the treatment")}
            busy={act.sending}
            busyLabel="Sending"
            disabled={!draft.loaded || !change.note.loaded || (change.asksQuote && !quote.data)}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** The change before this one, which the patient hasn't agreed to. */
function OpenChange({
  change: { open, withdrawal, signature },
  onWithdraw,
}: {
  change: Change;
  onWithdraw: () => void;
}) {
  if (!open) return null;
  return (
    <Alert title={open.status === "waiting" ? "The patient hasn’t answered yet" : "The patient said no"}>
      <Stack gap={3} align="start">
        <p>{`${open.to.name} ${open.to.dosage} was prescribed on ${formatDay(open.at)}. What you send now takes its place.`}</p>
        {open.status === "waiting" && !signature.prepares && (
          <Button variant="secondary" busy={withdrawal.sending} busyLabel="Withdrawing" onClick={onWithdraw}>
            Withdraw the change
          </Button>
        )}
        {withdrawal.message && <p role="alert">{withdrawal.message}</p>}
      </Stack>
    </Alert>
  );
}

/** What is prescribed instead, when it begins, and what the patient does until then. */
function ChoiceFields({
  change: { draft, catalogue, options, chosen, timing, quote, errors },
  name,
}: {
  change: Change;
  /** Of what they have. */
  name: string;
}) {
  return (
    <>
      <Select
        label="Prescribe instead"
        placeholder={placeholderOf(catalogue, options)}
        value={chosen?.value ?? ""}
        options={options.map(({ value, label }) => ({ value, label }))}
        error={errors["pricingid"]}
        onChange={({ target }) => draft.change(choiceOf(options, target.value))}
      />
      <Select
        label="It begins"
        placeholder="Choose when"
        value={draft.value.begins}
        options={changeBegins.map((value) => ({ value, label: beginsLabels[value] }))}
        error={errors["begins"]}
        onChange={({ target }) => draft.change({ begins: changeBegins.find((each) => each === target.value) ?? "" })}
      />
      {draft.value.begins === "on_day" && (
        <TextField
          label="First day of the new one"
          type="date"
          min={practiceToday()}
          hint={`Until then they use ${name} as you choose below.`}
          value={draft.value.beginson}
          error={errors["beginson"]}
          onChange={({ target }) => draft.change({ beginson: target.value })}
        />
      )}
      <Select
        label={`Until then, ${name}`}
        value={timing.until}
        options={changeUntil.map((value) => ({ value, label: untilLabels[value] }))}
        error={errors["until"]}
        onChange={({ target }) => draft.change({ until: changeUntil.find((each) => each === target.value) ?? "" })}
      />
      {draft.value.until === "directions" && (
        <Select
          label="How much of it that is"
          value={draft.value.untilpace}
          options={[
            { value: "", label: "As much as now" },
            ...untilPaces(quote.data, draft.value).map((value) => ({ value, label: paceLabels[value] })),
          ]}
          error={errors["untilpace"]}
          onChange={({ target }) => draft.change(untilPaceChosen(target.value, draft.value, quote.data))}
        />
      )}
      {draft.value.until === "directions" && (
        <CountedTextarea
          label="Directions until then"
          hint={`How they use what they have of ${name}. They read it everywhere until the other one begins.`}
          rows={2}
          limit={500}
          value={draft.value.untildirections}
          error={errors["untildirections"]}
          onChange={({ target }) => draft.change({ untildirections: target.value })}
        />
      )}
    </>
  );
}

/** What is written of the new prescription. */
function PrescriptionFields({ change: { draft, quote, errors } }: { change: Change }) {
  return (
    <>
      <PrescriptionWords
        value={draft.value}
        quote={quote.data}
        errors={errors}
        why="Why it’s changed. They read it with the change, as a message from the doctor."
        onWrite={draft.change}
      />
      <Refills
        hint={quote.data ? `After the next order. Without a number: ${quote.data.refills}` : "After the next order."}
        value={draft.value.refills}
        error={errors["refills"]}
        onWrite={(refills) => draft.change({ refills })}
      />
      <FollowupDayField
        value={draft.value.followupon}
        error={errors["followupon"]}
        onWrite={(followupon) => draft.change({ followupon })}
      />
    </>
  );
}

const placeholderOf = ({ data }: { readonly data: unknown }, options: readonly ReplacementOption[]): string => {
  if (data === undefined) return "The catalogue isn’t loaded yet";
  return options.length > 0 ? "Choose a strength or form" : "The catalogue has nothing else that fits";
};

const choiceOf = (options: readonly ReplacementOption[], value: string) => {
  const { productid = "", pricingid = "" } = options.find((option) => option.value === value) ?? {};
  return { productid, pricingid };
};

/** What the choice means: who prescribes, what the patient pays and agrees to, and the rules to weigh. */
export function ChangeTerms({
  quote,
  timing,
  doctor,
}: {
  quote: TreatmentChangeQuote;
  timing: ReturnType<typeof timingOf>;
  /** Null while it’s prepared: whoever signs it prescribes. */
  doctor: string | null;
}) {
  const before = { price: quote.before, dayssupply: quote.daysbefore };
  return (
    <div className={css["terms"]} aria-live="polite">
      <Facts as="rows">
        {doctor !== null && <Fact name="Prescribed by">{doctor}</Fact>}
        <Fact name="The patient pays">{pricesText(before, quote)}</Fact>
        <Fact name="Agreeing to it">{consentText(quote, timing.begins)}</Fact>
        <Fact name="Until then">{untilText(timing, quote)}</Fact>
      </Facts>
      <RuleList label="Rules to weigh" rules={quote.warnings.map((each) => ({ ...each, level: "clinician" }))} />
    </div>
  );
}
