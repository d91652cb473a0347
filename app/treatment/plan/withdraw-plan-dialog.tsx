import { call } from "#app/api/call.ts";
import { ConfirmActionDialog } from "#app/payment/confirm-action-dialog.tsx";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { treatment } from "#contract/treatment/calls.ts";

/** Asks before the patient withdraws a plan under review. `onDone` gets the server's message once the screen is up to date. */
export default function WithdrawPlanDialog({
  orderId,
  onClose,
  onDone,
}: {
  orderId: string;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const withdrawAction = useKeyedAction<null, string>(
    async () => (await call(treatment.withdrawPlan, { params: { id: orderId } })).message,
    { onRefetched: onDone },
  );
  return (
    <ConfirmActionDialog
      title="Withdraw your plan?"
      description="Your doctor will stop looking at it, and you won't be charged. Your bank will release the hold on your card, usually within a few days."
      confirmLabel="Withdraw my plan"
      busyLabel="Withdrawing your plan"
      cancelLabel="Keep my plan"
      action={withdrawAction}
      onClose={onClose}
    />
  );
}
