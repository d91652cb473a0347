import { inList } from "#contract/formats.ts";
import { call } from "#app/api/api.ts";
import { growth } from "#contract/growth.ts";
import { DecisionDialog } from "./decision-dialog.tsx";
import { useChange } from "./use-change.ts";

/** Asks before she takes back what her doctor is looking at. `onDone` gets the server's sentence, once the screen agrees with it. */
export default function TakeBackDialog({
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
  const change = useChange<null, string>(
    async () => (await call(growth.withdrawUpsell, { params: { id: orderId } })).message,
    { onAgreed: onDone },
  );
  const what = inList(names);
  return (
    <DecisionDialog
      title="Take it back?"
      description={`Your doctor does not look at ${what} any more, and you are not charged. Your treatment stays as it is. You can order it again later.`}
      confirm="Take it back"
      busyLabel="Taking it back"
      stay="Keep it"
      change={change}
      onClose={onClose}
    />
  );
}
