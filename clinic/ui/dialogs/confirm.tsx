import { type ReactNode } from "react";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Modal } from "./modal.tsx";
import { useSend } from "./use-send.ts";

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
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}) {
  const { send, sending, problem } = useSend();
  const busy = useDelayedBusy(sending);
  const confirm = () =>
    send(null, async () => {
      await onConfirm();
      onClose();
    });
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
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
          <Button variant="secondary" data-first onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      {problem && <Alert tone="warning">{problem}</Alert>}
    </Modal>
  );
}
