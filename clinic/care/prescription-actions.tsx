import { medicineName } from "#clinic/ui/words/medicine-name.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { useSession } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { Prescription, PrescriptionAction } from "#contract/care/prescriptions.ts";
import type * as z from "zod/mini";
import { useDraft } from "#clinic/work/use-draft.ts";
import {
  joinStepTexts,
  partnerText,
  type PrescriptionStep,
  stepFromText,
  stepsFor,
  type StepText,
  stepTexts,
  stepToText,
} from "./prescription-steps.ts";
import css from "./care.module.css";

const calls = { stop: care.stopPrescription, hold: care.holdPrescription, release: care.releasePrescription } as const;

/** Stops or holds a medicine, or lets it go on. It waits for nobody's claim: a patient is safer with it done twice than not at all. */
export function PrescriptionActions({ prescription }: { prescription: z.output<typeof Prescription> }) {
  const { member } = useSession();
  const [step, setStep] = useState<PrescriptionStep | null>(null);
  const [done, setDone] = useState("");
  if (!member?.scopes.includes("rx")) return null;
  return (
    <div className={css["steps"]}>
      {stepsFor(prescription.status).map((each) => (
        <RowAction
          key={each}
          label={stepTexts[each].label}
          name={`${stepTexts[each].label}: ${medicineName(prescription)}`}
          onClick={() => setStep(each)}
        />
      ))}
      <output className={css["quiet"]}>{done}</output>
      {step && (
        <StepDialog
          step={step}
          prescription={prescription}
          onClose={() => setStep(null)}
          onDone={(result) => {
            setStep(null);
            setDone([stepTexts[step].done, partnerText(result)].filter(Boolean).join(" "));
          }}
        />
      )}
    </div>
  );
}

function StepDialog({
  step,
  prescription,
  onClose,
  onDone,
}: {
  step: PrescriptionStep;
  prescription: z.output<typeof Prescription>;
  onClose: () => void;
  onDone: (result: PrescriptionAction) => void;
}) {
  const { id } = prescription;
  const cache = useQueryClient();
  const { draft, state } = useDraft({ kind: "prescription", id }, joinStepTexts(step));
  const { reason, message, despitewarning } = stepFromText(state.text, step);
  const write = (change: Partial<StepText>) =>
    draft.write(stepToText({ ...stepFromText(draft.get().text, step), ...change }));
  const { send, sending, problem, fieldError } = useSend();

  function confirm() {
    const body = { reason: reason.trim(), message: message.trim() };
    const params = { id };
    return send([body, despitewarning], async (key) => {
      const result =
        step === "release" && despitewarning
          ? await call(calls.release, { params, body: { ...body, despitewarning } }, { key })
          : await call(calls[step], { params, body }, { key });
      await draft.drop();
      void cache.invalidateQueries({ queryKey: queryKey(care.patient) });
      onDone(result);
    });
  }

  return (
    <Modal
      wide
      title={`${stepTexts[step].label} ${medicineName(prescription)}?`}
      description={stepTexts[step].effect}
      onClose={onClose}
      actions={
        <>
          <Button
            variant={step === "release" ? "primary" : "danger"}
            busy={sending}
            busyLabel="Please wait"
            // A stop or a hold waits for nothing.
            disabled={step === "release" && !state.loaded}
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
        <Textarea
          label="Reason"
          hint="For the practice. The patient doesn’t see it."
          rows={2}
          maxLength={2000}
          value={reason}
          error={fieldError("reason")}
          onChange={({ target }) => write({ reason: target.value })}
        />
        <Textarea
          label="Message to the patient"
          hint="What to do with the medicine at home is added to it."
          rows={3}
          maxLength={4000}
          value={message}
          error={fieldError("message")}
          onChange={({ target }) => write({ message: target.value })}
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
        {problem && (fieldError("reason") ?? fieldError("message")) === undefined && (
          <Alert tone="warning">{problem}</Alert>
        )}
      </Stack>
    </Modal>
  );
}
