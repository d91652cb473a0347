import { formatList } from "#contract/fields/formats.ts";
import { call } from "#app/api/call.ts";
import { growth } from "#contract/growth/calls.ts";
import { ConfirmActionDialog } from "#app/payment/confirm-action-dialog.tsx";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";

/**
 * Asks for confirmation before the patient withdraws an upsell under review. `onDone` gets the server's message once the screen is up to
 * date.
 */
export default function WithdrawUpsellDialog({
  orderId,
  names,
  onClose,
  onDone,
}: {
  orderId: string;
  names: readonly string[];
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const withdrawAction = useKeyedAction<null, string>(
    async () => (await call(growth.withdrawUpsell, { params: { id: orderId } })).message,
    { onRefetched: onDone },
  );
  const namesText = formatList(names);
  return (
    <ConfirmActionDialog
      title="Remove it?"
      description={`Your doctor will stop looking at ${namesText}, and you won't be charged. Your treatment stays the same. You can order it again later.`}
      confirmLabel="Remove it"
      busyLabel="Removing it"
      cancelLabel="Keep it"
      action={withdrawAction}
      onClose={onClose}
    />
  );
}
