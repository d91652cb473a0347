import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { type DialogProps, OpensDialog } from "#clinic/ui/dialogs/opens-dialog.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { FailureNotice } from "#clinic/work/failure-notice.tsx";
import { useAct } from "#clinic/work/use-act.ts";
import { RowAction } from "#clinic/ui/table/row-actions.tsx";
import { care } from "#contract/care/calls.ts";
import type { Order } from "#contract/orders/orders.ts";
import { permits } from "#contract/policy/policy.ts";
import { cancelEffect, canceledNotice, mayBeCanceled } from "./cancelling.ts";
import css from "./care.module.css";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** Cancels an order for a patient who asked for it. What was done is still shown when the button is gone. */
export const CancelOrder = ({ order, patientName }: { order: Order; patientName: string }) => (
  <OpensDialog<Order>
    takesFocus
    className={css["quiet"]}
    buttons={(open) => <CancelOrderButton order={order} patientName={patientName} onClick={() => open(order)} />}
  >
    {(dialog, asked) => <CancelDialog order={asked} patientName={patientName} {...dialog} />}
  </OpensDialog>
);

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
  const permissions = usePermissions();
  if (!mayBeCanceled(order) || !permits(permissions, care.cancelOrder.access.needs)) return null;
  return (
    <RowAction
      label="Cancel the order"
      name={`Cancel: ${order.number ? `order ${order.number}` : "the order"} of ${patientName}`}
      onClick={onClick}
    />
  );
}

/** Shown beside a list, not in its row: the row may be gone while what became of the order is still shown. */
export function CancelDialog({
  order,
  patientName,
  onClose,
  onDone,
}: DialogProps & {
  order: Order;
  patientName: string;
}) {
  const cache = useQueryClient();
  const [reason, setReason] = useState("");
  // Also where it's refused, or no answer came: the order isn't what it was.
  const readAgain = () => {
    for (const read of [care.patient, care.orders, care.orderByNumber])
      void cache.invalidateQueries({ queryKey: queryKey(read) });
  };
  const act = useAct({ onFailure: readAgain });
  const { sending, isUnknown } = act;

  function confirm() {
    const input = { params: { id: order.id }, body: { reason: reason.trim() } };
    return act.send(
      input,
      (canceled, key) => call(care.cancelOrder, canceled, { key }),
      () => {
        onDone(canceledNotice(order));
        readAgain();
      },
    );
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
            {isUnknown ? "Ask again" : "Cancel the order"}
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
        <CountedTextarea
          label="Why, and how they asked"
          hint="For the practice. The patient doesn’t see it."
          rows={2}
          limit={500}
          value={reason}
          // Another reason would be another request while nobody knows what became of the first.
          readOnly={isUnknown}
          error={act.fieldError("reason")}
          onChange={({ target }) => setReason(target.value)}
        />
        <FailureNotice
          act={act}
          title="The order wasn’t canceled"
          again="Asking again is safe: it’s the same request, so the order is canceled once at most."
          fields={["reason"]}
        />
      </Stack>
    </Modal>
  );
}
