import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Textarea } from "#app/ui/forms/textarea.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { useScopes } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { NoAnswer } from "#clinic/ui/dialogs/no-answer.tsx";
import { useSend } from "#clinic/ui/dialogs/use-send.ts";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { Order } from "#contract/orders/orders.ts";
import { cancelEffect, canceledWords, mayBeCanceled } from "./cancelling.ts";
import css from "./care.module.css";

/** Cancels an order for a patient who asked for it. What was done stays said when the button is gone. */
export function CancelOrder({ order, patientName }: { order: Order; patientName: string }) {
  const [asking, setAsking] = useState<Order | null>(null);
  const [done, setDone] = useState("");
  const said = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (done) said.current?.focus();
  }, [done]);
  return (
    <>
      <CancelOrderButton order={order} patientName={patientName} onClick={() => setAsking(order)} />
      <output ref={said} tabIndex={-1} className={css["quiet"]}>
        {done}
      </output>
      {asking && (
        <CancelDialog
          order={asking}
          patientName={patientName}
          onClose={() => setAsking(null)}
          onDone={(words) => {
            setAsking(null);
            setDone(words);
          }}
        />
      )}
    </>
  );
}

/** Opens the question, where the person's roles and the order allow it. */
export function CancelOrderButton({
  order,
  patientName,
  onClick,
}: {
  order: Order;
  patientName: string;
  onClick: () => void;
}) {
  const scopes = useScopes();
  if (!mayBeCanceled(order) || !care.cancelOrder.scopes.some((scope) => scopes.includes(scope))) return null;
  return (
    <RowAction
      label="Cancel the order"
      name={`Cancel: ${order.number ? `order ${order.number}` : "the order"} of ${patientName}`}
      onClick={onClick}
    />
  );
}

/** Shown beside a list, not in its row: the row may be gone while what became of the order is still being said. */
export function CancelDialog({
  order,
  patientName,
  onClose,
  onDone,
}: {
  order: Order;
  patientName: string;
  onClose: () => void;
  onDone: (said: string) => void;
}) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  const { send, sending, failure, problem, fieldError } = useSend();
  const unknown = failure !== null && isOutcomeUnknown(failure);

  function confirm() {
    const body = { reason: reason.trim() };
    return send(body, async (key) => {
      try {
        await call(care.cancelOrder, { params: { id: order.id }, body }, { key });
        onDone(canceledWords(order));
      } finally {
        // Also where it's refused, or no answer came: the order isn't what it was.
        for (const read of [care.patient, care.orders, care.orderByNumber])
          void cache.invalidateQueries({ queryKey: queryKey(read) });
      }
    });
  }

  return (
    <Modal
      wide
      title={`Cancel ${order.number ? `order ${order.number}` : "the order"} of ${patientName}?`}
      description="Only if the patient asked for it. They get an email, without your reason. It can’t be taken back."
      // Nobody walks away from money that is under way without learning what became of it.
      onClose={sending ? undefined : onClose}
      actions={
        <>
          <Button variant="danger" busy={sending} busyLabel="Please wait" onClick={() => void confirm()}>
            {unknown ? "Ask again" : "Cancel the order"}
          </Button>
          <Button variant="secondary" disabled={sending} onClick={onClose}>
            Back
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <ul className={css["effect"]}>
          {cancelEffect(order).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <Textarea
          label="Why, and how they asked"
          hint="For the practice. The patient doesn’t see it."
          rows={2}
          maxLength={500}
          value={reason}
          // Another reason would be another request while nobody knows what became of the first.
          readOnly={unknown}
          error={fieldError("reason")}
          onChange={({ target }) => setReason(target.value)}
        />
        {unknown && (
          <NoAnswer>Asking again is safe: it’s the same request, so the order is canceled once at most.</NoAnswer>
        )}
        {problem && !unknown && fieldError("reason") === undefined && (
          <Alert tone="warning" title="The order wasn’t canceled">
            {problem}
          </Alert>
        )}
      </Stack>
    </Modal>
  );
}
