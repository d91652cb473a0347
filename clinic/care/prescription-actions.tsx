import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { useSession } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import { type EarlyFillCause, earlyFillCauses, type Prescription } from "#contract/care/prescriptions.ts";
import { formatCalendarDay, formatList } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import type * as z from "zod/mini";
import { useDraft } from "#clinic/work/draft.ts";
import { Select } from "#app/ui/forms/select.tsx";
import {
  earlyFillNames,
  earlyFillText,
  partnerText,
  type PrescriptionStep,
  stepDraft,
  stepsFor,
  type StepText,
  stepTexts,
} from "./prescription-steps.ts";
import { BreakDialog } from "./medicine-break/break-dialog.tsx";
import { endedBreakText } from "./medicine-break/medicine-break.ts";
import { DirectionsDialog } from "./directions-dialog.tsx";
import { ReasonAndMessage } from "./reason-and-message.tsx";
import css from "./care.module.css";

const calls = { stop: care.stopPrescription, hold: care.holdPrescription, release: care.releasePrescription } as const;

/** What is done in a dialog of its own. */
const ownDialogs = { directions: "Change directions", break: "Plan a break" } as const;
type Step = PrescriptionStep | keyof typeof ownDialogs;

/** Stops a medicine, puts it on hold, releases it, lets its next box come early, changes how it's used, or plans a break. No claim blocks it: doing it twice is safer for the patient than not doing it. */
export function PrescriptionActions({
  prescription,
  revision,
}: {
  prescription: z.output<typeof Prescription>;
  /** Of the patient's record. */
  revision: string;
}) {
  const { member } = useSession();
  if (!member || !permits(member.permissions, care.stopPrescription.access.needs)) return null;
  return (
    <div className={css["steps"]}>
      <OpensDialog<Step>
        className={css["quiet"]}
        buttons={(open) =>
          stepsOf(prescription).map((each) => (
            <RowAction
              key={each}
              label={labelOf(each)}
              name={`${labelOf(each)}: ${medicineName(prescription)}`}
              onClick={() => open(each)}
            />
          ))
        }
      >
        {(dialog, step) =>
          step === "directions" ? (
            <DirectionsDialog prescription={prescription} revision={revision} {...dialog} />
          ) : step === "break" ? (
            <BreakDialog prescription={prescription} revision={revision} {...dialog} />
          ) : (
            <StepDialog step={step} prescription={prescription} {...dialog} />
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
  readonly step: PrescriptionStep;
  readonly prescription: z.output<typeof Prescription>;
}

/** The draft of a step, and taking it. */
function useStep({ step, prescription: { id }, onDone }: Omit<StepProps, "onClose">) {
  const cache = useQueryClient();
  const draft = useDraft({ kind: "prescription", id }, stepDraft(step));
  const { reason, message, despitewarning, cause } = draft.value;
  const { send, sending, message: refused, fieldError } = useAct({ draft });
  const done = (text: string) => {
    for (const read of [care.patient, care.followupDay]) void cache.invalidateQueries({ queryKey: queryKey(read) });
    onDone(text);
  };

  function confirm() {
    const body = { reason: reason.trim(), message: message.trim() };
    const params = { id };
    if (step === "early")
      return send(
        [body, cause],
        (_, key) => call(care.allowEarlyFill, { params, body: { ...body, cause: cause as EarlyFillCause } }, { key }),
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
      [body, despitewarning],
      (_, key) =>
        step === "release" && despitewarning
          ? call(calls.release, { params, body: { ...body, despitewarning } }, { key })
          : call(calls[step], { params, body }, { key }),
      (result) => done([stepTexts[step].done, partnerText(result)].filter(Boolean).join(" ")),
    );
  }
  const write = (change: Partial<StepText>) => draft.write({ ...draft.latest(), ...change });
  const isAtField = ["reason", "message", "cause"].some((field) => fieldError(field) !== undefined);
  const problem = isAtField ? "" : refused;
  return { draft, write, confirm, sending, problem, fieldError };
}

function StepDialog({ onClose, ...props }: StepProps) {
  const { step, prescription } = props;
  const { draft, write, confirm, sending, problem, fieldError } = useStep(props);
  const { despitewarning, cause } = draft.value;
  // A stop or a hold waits for nothing.
  const waitsForDraft = step !== "stop" && step !== "hold";
  const earlier = step === "early" ? earlyFillText(prescription) : "";
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
            disabled={waitsForDraft && !draft.loaded}
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
        <ReasonAndMessage
          value={draft.value}
          errors={{ reason: fieldError("reason"), message: fieldError("message") }}
          added={stepTexts[step].added}
          onWrite={write}
        />
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
