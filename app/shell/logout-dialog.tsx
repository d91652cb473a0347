import { useState } from "react";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";

export default function LogoutDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <ConfirmDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      question="Are you sure you want to log out?"
      busy={busy}
      busyLabel="Logging out"
      onConfirm={() => {
        setBusy(true);
        void props.onConfirm();
      }}
    />
  );
}
