import { useState } from "react";
import * as z from "zod/mini";
import { Form } from "#app/forms/form.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import type { DialogProps } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { care } from "#contract/care/calls.ts";
import { plainAmount, toCents, toDollars } from "#contract/fields/numbers.ts";
import { type MoneyDecision, parseCents, refundOf } from "./money-step.ts";
import { orderName } from "./money-labels.ts";
import type { PlacedOrder } from "./money-lists.ts";
import { usePendingStep } from "./pending-steps.ts";
import { StepDialog } from "./step-dialog.tsx";

/** What is typed for a refund of an order with so much left. */
export const refundSchema = (left: number) =>
  z.object({
    amount: z.string("Please enter an amount.").check(
      z.refine((typed) => parseCents(typed) !== null, "Please enter dollars with at most two decimals."),
      z.refine((typed) => parseCents(typed) !== 0, "Please enter an amount."),
      z.refine((typed) => (parseCents(typed) ?? 0) <= left, `At most ${formatDollars(toDollars(left))} is left.`),
    ),
    reason: care.refundOrder.body.shape.reason,
  });

/** Refunds an order, fully or in part: what and why, then the question. */
export function RefundDialog({
  item: { order, refundable },
  patientName,
  onDone,
  onClose,
}: DialogProps & {
  item: PlacedOrder;
  patientName: string;
}) {
  const pending = usePendingStep(order.id);
  const left = toCents(refundable);
  const [typed, setTyped] = useState({ amount: plainAmount(left), reason: "" });
  const [decision, setDecision] = useState<MoneyDecision | null>(null);
  const asked = decision ?? pending;
  if (asked)
    return (
      <StepDialog
        order={order}
        patientName={patientName}
        decision={asked}
        onDone={onDone}
        onBack={() => setDecision(null)}
        onClose={onClose}
      />
    );
  return (
    <Modal
      title={`Refund ${patientName}`}
      description={`${orderName(order.number)} of ${formatDollars(order.summary.totalamount)}. ${formatDollars(toDollars(left))} can still be refunded.`}
      onClose={onClose}
    >
      <Form
        schema={refundSchema(left)}
        names={["amount", "reason"]}
        defaultValues={typed}
        onSubmit={(values) => {
          setTyped(values);
          setDecision(refundOf(values));
          return Promise.resolve();
        }}
      >
        {({ field }) => (
          <>
            <TextField label="Amount in dollars" inputMode="decimal" autoComplete="off" {...field("amount")} />
            <Textarea
              label="Reason"
              hint="For the practice. The patient doesn’t see it."
              rows={2}
              {...field("reason")}
            />
            <FormActions label="Continue" onCancel={onClose} />
          </>
        )}
      </Form>
    </Modal>
  );
}
