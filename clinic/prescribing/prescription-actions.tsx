import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { useSession } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { visitNoteFacts } from "#contract/care/visit-note-facts.ts";
import type { VisitDecision } from "#contract/documents/visit-note.ts";
import { care } from "#contract/care/calls.ts";
import { type EarlyFillCause, earlyFillCauses, isLoss, type Prescription } from "#contract/care/prescriptions.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { formatCalendarDay, formatList } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import type * as z from "zod/mini";
import { useDraft } from "#clinic/work/draft.ts";
import { Select } from "#app/ui/forms/select.tsx";
import {
  earlyFillNames,
  earlyFillText,
  partnerText,
  quotedFacts,
  type PrescriptionStep,
  stepDraft,
  stepsFor,
  type StepText,
  stepTexts,
} from "./prescription-steps.ts";
import { FindPatient } from "#clinic/care/wrong-chart/find-patient.tsx";
import { recordPath } from "#clinic/work/record-path.ts";
import { BreakDialog } from "./medicine-break/break-dialog.tsx";
import { endedBreakText } from "./medicine-break/medicine-break.ts";
import { DirectionsDialog } from "./directions-dialog.tsx";
import { mayPrepare } from "#clinic/care/prepared/use-signature.ts";
import { ReasonAndMessage } from "#clinic/care/reason-and-message.tsx";
import { useVisitNote, VisitNoteField } from "#clinic/care/visit-notes/visit-note-field.tsx";
import rowCss from "#clinic/ui/rows.module.css";
import css from "./prescribing.module.css";

const calls = { stop: care.stopPrescription, hold: care.holdPrescription, release: care.releasePrescription } as const;

/** What is done in a dialog of its own. */
const ownDialogs = { directions: "Change directions", break: "Plan a break" } as const;
type Step = PrescriptionStep | keyof typeof ownDialogs;

/** Stops a medicine, puts it on hold, releases it, lets its next box come early, changes how it's used, or plans a break. No claim blocks it: doing it twice is safer for the patient than not doing it. */
export function PrescriptionActions({
  patientId,
  prescription,
  revision,
}: {
  patientId: string;
  prescription: z.output<typeof Prescription>;
  /** Of the patient's record. */
  revision: string;
}) {
  const { member } = useSession();
  if (!member) return null;
  const prepares = mayPrepare(member.permissions);
  if (!prepares && !permits(member.permissions, care.stopPrescription.access.needs)) return null;
  const steps = prepares ? stepsOf(prescription).filter((each) => each === "directions") : stepsOf(prescription);
  const nameOf = (step: Step) => (prepares ? "Prepare other directions" : labelOf(step));
  return (
    <div className={rowCss["steps"]}>
      <OpensDialog<Step>
        className={rowCss["quiet"]}
        buttons={(open) =>
          steps.map((each) => (
            <RowAction
              key={each}
              label={nameOf(each)}
              name={`${nameOf(each)}: ${medicineName(prescription)}`}
              onClick={() => open(each)}
            />
          ))
        }
      >
        {(dialog, step) =>
          step === "directions" ? (
            <DirectionsDialog patientId={patientId} prescription={prescription} revision={revision} {...dialog} />
          ) : step === "break" ? (
            <BreakDialog patientId={patientId} prescription={prescription} revision={revision} {...dialog} />
          ) : (
            <StepDialog step={step} patientId={patientId} prescription={prescription} {...dialog} />
          )
        }
      </OpensDialog>
    </div>
  );
}

function stepsOf({ status, rest }: z.output<typeof Prescription>): readonly Step[] {
  const endsHere = rest !== null && rest.alongwith === null;
  const ending = endsHere ? (["endbreak"] as const) : [];
  if (status !== "active") return [...stepsFor[status], ...(status === "on_hold" ? ending : [])];
  return ["directions", ...(rest === null ? (["break"] as const) : ending), ...stepsFor.active];
}

const labelOf = (step: Step): string =>
  step === "directions" || step === "break" ? ownDialogs[step] : stepTexts[step].label;

interface StepProps extends DialogProps {
  readonly patientId: string;
  readonly step: PrescriptionStep;
  readonly prescription: z.output<typeof Prescription>;
}

const decisions = {
  ...{ stop: "medicine_stopped", hold: "medicine_held", release: "medicine_released" },
  ...{ early: "early_fill_allowed", endbreak: "break_ended" },
} as const satisfies Record<PrescriptionStep, VisitDecision>;

/** The draft of a step, and taking it. */
function useStep({
  step,
  patientId,
  prescription: { id, productid },
  right,
  onDone,
}: Omit<StepProps, "onClose"> & {
  /** Whose it was, in whose record it's begun next. */
  right: PatientSummary | null;
}) {
  const cache = useQueryClient();
  const draft = useDraft({ kind: "prescription", id }, stepDraft(step));
  const { reason, message, despitewarning, wrongpatient, cause, partnersgone } = draft.value;
  const note = useVisitNote({
    ...{ patientId, refId: id },
    facts: visitNoteFacts(decisions[step], [productid], { message }),
  });
  const { send, sending, message: refused, fieldError } = useAct({ draft });
  const done = async (text: string) => {
    await note.drop();
    for (const read of [care.patient, care.followupDay]) void cache.invalidateQueries({ queryKey: queryKey(read) });
    onDone(text);
  };

  function confirm() {
    const body = { reason: reason.trim(), message: message.trim(), ...note.body() };
    const params = { id };
    if (step === "early")
      return send(
        [body, cause, partnersgone],
        (_, key) => {
          const why = { cause: cause as EarlyFillCause, ...(isLoss(cause) && { partnersgone }) };
          return call(care.allowEarlyFill, { params, body: { ...body, ...why } }, { key });
        },
        ({ names, until }) =>
          done(`${stepTexts.early.done}, through ${formatCalendarDay(until)}: ${formatList(names)}.`),
      );
    if (step === "endbreak")
      return send(
        body,
        (_, key) => call(care.endRest, { params, body }, { key }),
        (ended) => done(endedBreakText(ended)),
      );
    return send(
      [body, despitewarning, wrongpatient],
      (_, key) =>
        step === "release" && despitewarning
          ? call(calls.release, { params, body: { ...body, despitewarning } }, { key })
          : step === "stop" && wrongpatient
            ? call(calls.stop, { params, body: { ...body, wrongpatient } }, { key })
            : call(calls[step], { params, body }, { key }),
      async (result) => {
        await done([stepTexts[step].done, partnerText(result)].filter(Boolean).join(" "));
        if (step === "stop" && wrongpatient && right) navigate(recordPath(right.id, "suggestions"));
      },
    );
  }
  const write = (change: Partial<StepText>) => draft.write({ ...draft.latest(), ...change });
  const isAtField = ["reason", "message", "cause", "visitnote"].some((field) => fieldError(field) !== undefined);
  const problem = isAtField ? "" : refused;
  return { draft, note, write, confirm, sending, problem, fieldError };
}

/** What the step means beside its own medicine, and what speaks against it, before it's taken. */
function StepMeans({ step, quote }: { step: PrescriptionStep; quote: z.output<typeof care.stepQuote.ok> }) {
  const facts = quotedFacts(step, quote);
  return (
    <>
      {facts.length > 0 && (
        <Facts as="rows">
          {facts.map(([name, text]) => (
            <Fact key={name} name={name}>
              {text}
            </Fact>
          ))}
        </Facts>
      )}
      {quote.obstacle !== null && <Alert tone="warning">{quote.obstacle}</Alert>}
      {quote.warnings.map((text) => (
        <Alert key={text} tone="warning">
          {text}
        </Alert>
      ))}
    </>
  );
}

function StepDialog({ onClose, ...props }: StepProps) {
  const { step, prescription, patientId } = props;
  const [right, setRight] = useState<PatientSummary | null>(null);
  const { draft, note, write, confirm, sending, problem, fieldError } = useStep({ ...props, right });
  const { despitewarning, wrongpatient, cause, partnersgone } = draft.value;
  // A stop or a hold waits for nothing.
  const waitsForDraft = step !== "stop" && step !== "hold";
  const earlier = step === "early" ? earlyFillText(prescription) : "";
  const quote = useQuery({
    ...queryOf(care.stepQuote, {
      params: { id: prescription.id },
      query: { step },
    }),
  });
  const isRefused = waitsForDraft && typeof quote.data?.obstacle === "string";
  return (
    <Modal
      wide
      title={`${stepTexts[step].of ?? stepTexts[step].label} ${medicineName(prescription)}?`}
      description={stepTexts[step].effect}
      onClose={onClose}
      actions={
        <>
          <Button
            variant={waitsForDraft ? "primary" : "danger"}
            busy={sending}
            busyLabel="Please wait"
            disabled={isRefused || (waitsForDraft && !(draft.loaded && note.loaded))}
            onClick={() => void confirm()}
          >
            {stepTexts[step].label}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <QueryContent query={quote} rows={1}>
          {(data) => <StepMeans step={step} quote={data} />}
        </QueryContent>
        {earlier !== "" && <Alert tone="info">{`So far: ${earlier}.`}</Alert>}
        {step === "early" && (
          <Select
            label="Why early"
            options={[
              { value: "", label: "Please choose" },
              ...earlyFillCauses.map((each) => ({ value: each, label: earlyFillNames[each] })),
            ]}
            value={cause}
            error={fieldError("cause")}
            onChange={({ target }) => write({ cause: earlyFillCauses.find((each) => each === target.value) ?? "" })}
          />
        )}
        {step === "early" && isLoss(cause) && (
          <label className={css["check"]}>
            <input
              type="checkbox"
              checked={partnersgone}
              onChange={({ target }) => write({ partnersgone: target.checked })}
            />
            What comes in the same package is gone, too. Otherwise it counts as still at home.
          </label>
        )}
        <ReasonAndMessage
          value={draft.value}
          errors={{ reason: fieldError("reason"), message: fieldError("message") }}
          added={stepTexts[step].added}
          onWrite={write}
        />
        {step === "stop" && (
          <label className={css["check"]}>
            <input
              type="checkbox"
              checked={wrongpatient}
              onChange={({ target }) => write({ wrongpatient: target.checked })}
            />
            It was prescribed for the wrong patient. The record says so, and the patient is told.
          </label>
        )}
        {step === "stop" && wrongpatient && (
          <FindPatient
            label="Who it was meant for"
            hint="Their record opens next, where you can suggest it to them."
            error={undefined}
            except={patientId}
            chosen={right}
            onChoose={setRight}
            readOnly={sending}
          />
        )}
        <VisitNoteField note={note} error={fieldError("visitnote")} />
        {step === "release" && (
          <label className={css["check"]}>
            <input
              type="checkbox"
              checked={despitewarning}
              onChange={({ target }) => write({ despitewarning: target.checked })}
            />
            Even if an answer speaks against it. The reason says why.
          </label>
        )}
        {problem && <Alert tone="warning">{problem}</Alert>}
      </Stack>
    </Modal>
  );
}
