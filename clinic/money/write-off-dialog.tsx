import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDollars } from "#app/formats/money.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { writeOffLabels } from "#clinic/care/payments/payment-labels.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { type WriteOffReason, writeOffReasons } from "#contract/care/past-due.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { PatientPastDue } from "./past-due.ts";

/** Writes off what a patient owes, or takes that back. */
export function WriteOffDialog({ row, onClose, onDone }: DialogProps & { row: PatientPastDue }) {
  const cache = useQueryClient();
  const [typed, setTyped] = useState({ reason: "", note: "" });
  const act = useAct();
  const isTakenBack = row.writeOff !== null;
  const dollars = formatDollars(toDollars(row.cents));
  const params = { id: row.patient.id };
  const prescriptionorderids = [...row.ids];
  const done = (text: string) => () => {
    for (const changed of [care.orders, care.pastDue]) void cache.invalidateQueries({ queryKey: queryKey(changed) });
    onDone(text);
  };
  const submit = () =>
    isTakenBack
      ? act.send(
          { prescriptionorderids },
          (body, key) => call(care.takeWriteOffBack, { params, body }, { key }),
          done(`${dollars} of ${patientName(row.patient)} is past due again.`),
        )
      : act.send(
          {
            prescriptionorderids,
            reason: typed.reason as WriteOffReason,
            ...(typed.note.trim() !== "" && { note: typed.note }),
          },
          (body, key) => call(care.writeOff, { params, body }, { key }),
          done(`${dollars} of ${patientName(row.patient)} is written off.`),
        );
  return (
    <Modal
      title={isTakenBack ? `Undo the write-off of ${dollars}?` : `Write off ${dollars} of ${patientName(row.patient)}?`}
      description={
        isTakenBack
          ? "It’s past due again. We don’t charge it automatically."
          : "We won’t charge it automatically anymore. The order wasn’t sent, and the patient isn’t told. They can still pay it with a new card."
      }
      onClose={act.sending ? undefined : onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={4}>
          {!isTakenBack && (
            <>
              <Select
                label="Why"
                placeholder="Choose one"
                options={writeOffReasons.map((value) => ({ value, label: writeOffLabels[value] }))}
                value={typed.reason}
                error={act.fieldError("reason")}
                onChange={({ target }) => setTyped((before) => ({ ...before, reason: target.value }))}
              />
              <CountedTextarea
                label="Note"
                hint="Optional. For the practice."
                rows={2}
                limit={500}
                value={typed.note}
                error={act.fieldError("note")}
                onChange={({ target }) => setTyped((before) => ({ ...before, note: target.value }))}
              />
            </>
          )}
          {!isTakenBack && row.retryOn !== null && (
            <Alert tone="warning">We’d try it again automatically. That ends, too.</Alert>
          )}
          <FailureNotice
            act={act}
            fields={["reason", "note"]}
            again="Sending it again is safe: it’s the same request, so it’s done once at most."
          />
          <FormActions
            label={isTakenBack ? "Undo it" : "Write it off"}
            busy={act.sending}
            busyLabel="Please wait"
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
