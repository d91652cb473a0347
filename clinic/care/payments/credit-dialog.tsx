import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDollars } from "#app/formats/money.ts";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import { creditCalls, type CreditReason, creditReasons } from "#contract/care/credits.ts";
import { parseDollars } from "./dollars.ts";
import { creditReasonLabels } from "./payment-labels.ts";

const fields = ["amount", "reason", "note"];

/** Gives a patient an amount off their next orders, for a mistake of the practice. */
export function CreditDialog({
  patientId,
  patientName,
  onClose,
  onDone,
}: DialogProps & { patientId: string; patientName: string }) {
  const credits = useQuery(queryOf(creditCalls.credits, { params: { id: patientId } }));
  const cache = useQueryClient();
  const [typed, setTyped] = useState({ amount: "", reason: "", note: "" });
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  const act = useAct({ draft: { drop: () => Promise.resolve(), missing } });
  const write = (change: Partial<typeof typed>) => {
    setMissing({});
    setTyped((before) => ({ ...before, ...change }));
  };
  async function submit() {
    const amount = parseDollars(typed.amount);
    if (amount === null) return setMissing({ amount: "Please enter dollars with at most two decimals." });
    const body = { amount, reason: typed.reason as CreditReason, note: typed.note };
    await act.send(
      body,
      (sent, key) => call(creditCalls.giveCredit, { params: { id: patientId }, body: sent }, { key }),
      ({ message }) => {
        for (const changed of [creditCalls.credits, care.patient, care.patientMails])
          void cache.invalidateQueries({ queryKey: queryKey(changed) });
        onDone(message);
      },
    );
  }
  return (
    <Modal
      wide
      title={`Give ${patientName} a credit`}
      description="It comes off their next order, without a code. What one order doesn’t use waits for the next. We tell them by email."
      onClose={act.sending ? undefined : onClose}
    >
      <QueryContent query={credits} rows={4}>
        {({ mostnow, limit }) => (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <Stack gap={4}>
              <TextField
                label="Amount in dollars"
                inputMode="decimal"
                autoComplete="off"
                hint={`You may give ${formatDollars(mostnow)} now. ${limit}`}
                value={typed.amount}
                error={act.fieldError("amount")}
                onChange={({ target }) => write({ amount: target.value })}
              />
              <Select
                label="Why"
                placeholder="Choose one"
                options={creditReasons.map((value) => ({ value, label: creditReasonLabels[value] }))}
                value={typed.reason}
                error={act.fieldError("reason")}
                onChange={({ target }) => write({ reason: target.value })}
              />
              <CountedTextarea
                label="What happened"
                hint="For the practice. The patient doesn’t see it."
                rows={2}
                limit={500}
                value={typed.note}
                error={act.fieldError("note")}
                onChange={({ target }) => write({ note: target.value })}
              />
              <FailureNotice
                act={act}
                fields={fields}
                again="Sending it again is safe: it’s the same request, so it’s given once at most."
              />
              <FormActions
                label="Give the credit"
                busy={act.sending}
                busyLabel="Please wait"
                disabled={mostnow === 0}
                onCancel={onClose}
              />
            </Stack>
          </form>
        )}
      </QueryContent>
    </Modal>
  );
}
