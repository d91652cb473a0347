import { type ReactNode } from "react";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { useAct } from "./use-act.ts";

/** One question before something that can't be taken back. A refusal is shown in it; it closes when the action has worked. */
export function Confirm({
  question,
  detail,
  confirmLabel,
  danger = false,
  onConfirm,
  onClose,
}: {
  question: ReactNode;
  detail?: ReactNode;
  confirmLabel: string;
  danger?: boolean | undefined;
  /** Under the key of the press, which stays the same until it's answered. */
  onConfirm: (key: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { send, sending, message } = useAct();
  const busy = useDelayedBusy(sending);
  return (
    <Modal
      title={question}
      description={detail}
      onClose={onClose}
      actions={
        <>
          <Button
            variant={danger ? "danger" : "primary"}
            busy={busy}
            busyLabel="Please wait"
            onClick={() => void send(null, (_, key) => onConfirm(key), onClose)}
          >
            {confirmLabel}
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {message && <Alert tone="warning">{message}</Alert>}
    </Modal>
  );
}
