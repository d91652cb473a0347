import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Directions, OverrideReason, Refills } from "#clinic/care/prescription-fields.tsx";
import type { ReplacementOption } from "#clinic/care/replacements.ts";
import { usePrescriberName } from "#clinic/session/current.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { focusFirstInvalid } from "#clinic/ui/focus.ts";
import { Loaded } from "#clinic/ui/page.tsx";
import { useWritten } from "#clinic/work/use-written.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { TreatmentChangeQuote } from "#contract/care/prescribing.ts";
import { catalogueCalls } from "#contract/catalogue.ts";
import { changeBegins, changeUntil } from "#contract/treatment/changes.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { LookAgain, useReadAgain } from "../look-again.tsx";
import css from "./change-dialog.module.css";
import {
  beginsLabels,
  changeBody,
  changeDraft,
  changedText,
  changeOptions,
  changeProblem,
  consentText,
  missingFromChange,
  openChange,
  pricesText,
  timingOf,
  untilLabels,
  untilText,
} from "./treatment-change.ts";

/** Writes a change of the treatment. What a choice means for the patient, and what speaks against it, is asked of the server as it's chosen. */
export function ChangeDialog({
  record,
  subscription,
  onClose,
  onDone,
}: {
  /** As it's known now; the change is made on what was known when the dialog was opened, or looked at again. */
  record: PatientRecord;
  subscription: Subscription;
  onClose: () => void;
  onDone: (text: string) => void;
}) {
  const cache = useQueryClient();
  const prescriber = usePrescriberName();
  const form = useRef<HTMLFormElement>(null);
  const { written, loaded, missing, isMissing, write, drop } = useWritten(
    { kind: "change", id: subscription.id },
    changeDraft,
  );
  const [revision, setRevision] = useState(record.revision);
  const { send, sending, failure, forget } = useSend();
  const takingBack = useSend();
  const catalogue = useQuery({ ...queryOf(catalogueCalls.products, {}), staleTime: 5 * 60_000 });
  const open = openChange(record.changes ?? [], subscription.id);
  const options = changeOptions(subscription, catalogue.data?.items ?? [], open);
  const timing = timingOf(written);
  const chosen = options.find(({ pricingid }) => pricingid === written.pricingid);
  // Read once for each choice: a press that is repeated because no answer came says what was said before.
  const quote = useQuery({
    ...queryOf(care.treatmentChangeQuote, {
      params: { id: subscription.id },
      query: { productid: chosen?.productid ?? "", pricingid: chosen?.pricingid ?? "", begins: timing.begins },
    }),
    enabled: chosen !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const problem = failure === null ? null : changeProblem(failure);
  const errors: Readonly<Record<string, string | undefined>> = {
    ...(quote.data?.obstacle && { pricingid: quote.data.obstacle }),
    ...(problem?.kind === "refused" ? problem.fields : {}),
    ...missing,
  };
  const { readAgain, isReading } = useReadAgain([care.patient, care.treatmentChangeQuote]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const left = missingFromChange({ ...written, pricingid: chosen?.pricingid ?? "" }, quote.data);
    if (isMissing(left) || !quote.data || quote.data.obstacle) return focusFirstInvalid(form.current);
    const params = { id: subscription.id };
    const body = changeBody(written, quote.data.warnings, revision);
    await send(body, async (key) => {
      try {
        const changed = await call(care.changeTreatment, { params, body }, { key });
        await drop();
        void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
        onDone(changedText(chosen?.label.split(" · ")[0] ?? subscription.item.name, changed));
      } catch (error) {
        const { kind } = changeProblem(error);
        if (kind === "conflict") void readAgain();
        if (kind === "refused") void quote.refetch();
        throw error;
      }
    });
    focusFirstInvalid(form.current);
  }

  /** The patient reads why in the same message. */
  async function takeBack() {
    const note = written.note.trim();
    if (isMissing(note === "" ? { note: "Write why. The patient reads it." } : {}))
      return focusFirstInvalid(form.current);
    await takingBack.send(note, async (key) => {
      await call(care.withdrawChange, { params: { id: subscription.id }, body: { note } }, { key });
      await drop();
      void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
      onDone("Taken back. Everything is as before it.");
    });
  }

  const { name, dosage } = subscription.item;
  return (
    <Modal
      wide
      title="Change the treatment"
      description={`Instead of ${name} ${dosage}. What’s paid or on its way still comes.`}
      onClose={onClose}
    >
      <form ref={form} className={css["form"]} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap={5}>
          {open && (
            <Alert title={open.status === "waiting" ? "The patient hasn’t answered yet" : "The patient said no"}>
              <Stack gap={3} align="start">
                <p>{`${open.to.name} ${open.to.dosage} was prescribed on ${formatDay(open.at)}. What you send now takes its place.`}</p>
                {open.status === "waiting" && (
                  <Button
                    variant="secondary"
                    busy={takingBack.sending}
                    busyLabel="Withdrawing"
                    onClick={() => void takeBack()}
                  >
                    Withdraw the change
                  </Button>
                )}
                {takingBack.problem && <p role="alert">{takingBack.problem}</p>}
              </Stack>
            </Alert>
          )}
          <Select
            label="Prescribe instead"
            placeholder={placeholderOf(catalogue, options)}
            value={chosen?.value ?? ""}
            options={options.map(({ value, label }) => ({ value, label }))}
            error={errors["pricingid"]}
            onChange={({ target }) => write(choiceOf(options, target.value))}
          />
          <Select
            label="It begins"
            placeholder="Choose when"
            value={written.begins}
            options={changeBegins.map((value) => ({ value, label: beginsLabels[value] }))}
            error={errors["begins"]}
            onChange={({ target }) => write({ begins: changeBegins.find((each) => each === target.value) ?? "" })}
          />
          <Select
            label={`Until then, ${name} ${dosage}`}
            value={timing.until}
            options={changeUntil.map((value) => ({ value, label: untilLabels[value] }))}
            error={errors["until"]}
            onChange={({ target }) => write({ until: changeUntil.find((each) => each === target.value) ?? "" })}
          />
          {written.until === "directions" && (
            <Textarea
              label="Directions until then"
              hint={`How they use what they have of ${name} ${dosage}. They read it everywhere until the other one begins.`}
              rows={2}
              maxLength={500}
              value={written.untildirections}
              error={errors["untildirections"]}
              onChange={({ target }) => write({ untildirections: target.value })}
            />
          )}
          {catalogue.error && (
            <Loaded query={catalogue} rows={0}>
              {() => null}
            </Loaded>
          )}
          {chosen && (
            <Loaded query={quote} rows={3}>
              {(data) => <ChangeTerms quote={data} timing={timing} doctor={prescriber} />}
            </Loaded>
          )}
          {quote.data && quote.data.warnings.length > 0 && (
            <OverrideReason
              value={written.overridereason}
              error={errors["overridereason"]}
              onWrite={(overridereason) => write({ overridereason })}
            />
          )}
          <Textarea
            label="Message to the patient"
            hint="Why it’s changed. They read it with the change, as a message from the doctor."
            rows={3}
            maxLength={2000}
            value={written.note}
            error={errors["note"]}
            onChange={({ target }) => write({ note: target.value })}
          />
          <Directions
            hint={
              quote.data ? `Without your own, the patient reads: ${quote.data.directions}` : "How the patient uses it."
            }
            value={written.directions}
            error={errors["directions"]}
            onWrite={(directions) => write({ directions })}
          />
          <Refills
            hint={
              quote.data ? `After the next order. Without a number: ${quote.data.refills}` : "After the next order."
            }
            value={written.refills}
            error={errors["refills"]}
            onWrite={(refills) => write({ refills })}
          />
          {problem?.kind === "conflict" && (
            <LookAgain
              title="Look again before you send it"
              message={problem.message}
              isReading={isReading}
              isNew={record.revision !== revision}
              onLoad={() => void readAgain()}
              onLooked={() => {
                setRevision(record.revision);
                forget();
              }}
            />
          )}
          {problem?.kind === "unclear" && <NoAnswer>Press again: it’s never changed twice.</NoAnswer>}
          {problem?.kind === "refused" && !Object.keys(problem.fields).some((field) => field in written) && (
            <Alert tone="warning" title="Nothing was changed">
              {problem.message}
            </Alert>
          )}
          <FormActions
            label="Change the treatment"
            busy={sending}
            busyLabel="Sending"
            disabled={!loaded || (chosen !== undefined && !quote.data)}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
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
  doctor: string;
}) {
  const before = { price: quote.before, dayssupply: quote.daysbefore };
  return (
    <div className={css["terms"]} aria-live="polite">
      <dl>
        <div>
          <dt>Prescribed by</dt>
          <dd>{doctor}</dd>
        </div>
        <div>
          <dt>The patient pays</dt>
          <dd>{pricesText(before, quote)}</dd>
        </div>
        <div>
          <dt>Agreeing to it</dt>
          <dd>{consentText(quote, timing.begins)}</dd>
        </div>
        <div>
          <dt>Until then</dt>
          <dd>{untilText(timing.until, quote)}</dd>
        </div>
      </dl>
      {quote.warnings.length > 0 && (
        <ul className={css["warnings"]} aria-label="Rules to weigh">
          {quote.warnings.map(({ ruleid, text }) => (
            <li key={ruleid}>
              <StatusBadge tone="warning">Weigh</StatusBadge>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
