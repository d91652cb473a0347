import { type ReactElement, type ReactNode, useRef } from "react";
import { Button } from "../../actions/button.tsx";
import { Dialog, DialogClose, type DialogProps } from "./dialog.tsx";

/** One question, Yes or Cancel. `busy` keeps it open while the action runs; the caller closes it. */
export function ConfirmDialog({
  question,
  detail,
  confirmLabel = "Yes",
  cancelLabel = "Cancel",
  danger = false,
  busy = false,
  busyLabel = "Please wait",
  open,
  onOpenChange,
  trigger,
  opener,
  onConfirm,
}: {
  question: ReactNode;
  detail?: ReactNode;
  confirmLabel?: ReactNode;
  cancelLabel?: ReactNode;
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  busyLabel?: ReactNode;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  trigger?: ReactElement | undefined;
  opener?: DialogProps["opener"];
  onConfirm: () => void;
}) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      role="alertdialog"
      title={question}
      description={detail}
      {...{ open, onOpenChange, trigger, opener }}
      initialFocus={cancel}
      actions={
        <>
          <Button variant={danger ? "danger" : "primary"} busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
            {confirmLabel}
          </Button>
          <DialogClose>
            <Button ref={cancel} variant="secondary" disabled={busy}>
              {cancelLabel}
            </Button>
          </DialogClose>
        </>
      }
    />
  );
}
