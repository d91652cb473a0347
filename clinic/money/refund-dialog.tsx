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
import { multiLine } from "#contract/fields/fields.ts";
import { plainAmount, toCents, toDollars } from "#contract/fields/numbers.ts";
import { parseCents } from "#clinic/care/payments/dollars.ts";
import { type MoneyDecision, refundOf } from "./money-step.ts";
import { orderName } from "./money-labels.ts";
import type { PlacedOrder } from "./money-lists.ts";
import { usePendingStep } from "./pending-steps.ts";
import { RefundQuestions } from "./refund-questions.tsx";
import { StepDialog } from "./step-dialog.tsx";

/** What is typed for a refund of an order with so much left, and with so many open questions about it. */
export const refundSchema = (left: number, questions: number) =>
  z.object({
    amount: z.string("Please enter an amount.").check(
      z.refine((typed) => parseCents(typed) !== null, "Please enter dollars with at most two decimals."),
      z.refine((typed) => parseCents(typed) !== 0, "Please enter an amount."),
      z.refine((typed) => (parseCents(typed) ?? 0) <= left, `At most ${formatDollars(toDollars(left))} is left.`),
    ),
    reason: care.refundOrder.body.shape.reason,
    answer: questions > 0 ? multiLine(2000, "Please write what whoever asked will read.") : z.optional(z.string()),
  });

/** Refunds an order, fully or in part: what and why, then the question. */
export function RefundDialog({
  item: { order, refundable, refundquestions: questions },
  patientName,
  onDone,
  onClose,
}: DialogProps & {
  item: PlacedOrder;
  patientName: string;
}) {
  const pending = usePendingStep(order.id);
  const left = toCents(refundable);
  const [typed, setTyped] = useState({ amount: plainAmount(left), reason: "", answer: "" });
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
        schema={refundSchema(left, questions.length)}
        names={questions.length > 0 ? ["amount", "reason", "answer"] : ["amount", "reason"]}
        defaultValues={typed}
        onSubmit={(values) => {
          setTyped({ ...values, answer: values.answer ?? "" });
          const read = questions.map(({ taskid }) => taskid);
          setDecision(refundOf(values, refundable, read));
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
            {questions.length > 0 && (
              <>
                <RefundQuestions questions={questions} />
                <Textarea
                  label="What you answer, or why the refund doesn’t wait"
                  hint="It’s sent with the refund to whoever asked."
                  rows={3}
                  {...field("answer")}
                />
              </>
            )}
            <FormActions label="Continue" onCancel={onClose} />
          </>
        )}
      </Form>
    </Modal>
  );
}
