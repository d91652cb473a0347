import { useEffect, useState } from "react";
import { countUnsent } from "#app/messages/outbox/resume-sending.ts";
import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";

/** Asks the patient to confirm logging out, and says what would be lost. */
export default function LogoutDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const [unsentCount, setUnsentCount] = useState(0);
  useEffect(() => {
    if (props.open) void countUnsent().then(setUnsentCount);
  }, [props.open]);
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      question="Are you sure you want to log out?"
      detail={
        unsentCount > 0 &&
        `${unsentCount === 1 ? "1 message is" : `${unsentCount} messages are`} not sent yet. If you log out now, you'll lose what you wrote.`
      }
      busy={busy}
      busyLabel="Logging out"
      onConfirm={() => {
        setBusy(true);
        void props.onConfirm();
      }}
    />
  );
}
