import { type ReactNode, useRef } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Dialog, DialogClose } from "#app/ui/layout/overlays/dialog.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { useKeyedAction } from "./use-keyed-action.ts";
import { errorActionOf } from "./error-action.tsx";

/**
 * Asks for confirmation of an action that cannot be undone, and stays open until the outcome is known. Says why if the action is not
 * possible.
 */
export function ConfirmActionDialog({
  title,
  description,
  confirmLabel,
  busyLabel,
  cancelLabel,
  action: { press, busy, pending, error },
  open = true,
  onClose,
  children,
}: {
  title: string;
  description: string;
  /** Button labels: confirm, confirm while busy, and cancel. */
  confirmLabel: string;
  busyLabel: string;
  cancelLabel: string;
  action: Pick<ReturnType<typeof useKeyedAction<null, string>>, "press" | "busy" | "pending" | "error">;
  open?: boolean;
  onClose: () => void;
  children?: ReactNode;
}) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isFinal = error !== null && errorActionOf(error) === "none";
  return (
    <Dialog
      role="alertdialog"
      title={title}
      description={description}
      open={open}
      onOpenChange={(next) => {
        if (!next && !pending) onClose();
      }}
      initialFocus={cancelButton}
      actions={
        <>
          {!isFinal && (
            <Button variant="danger" busy={busy} busyLabel={busyLabel} onClick={() => press(null)}>
              {error ? "Try again" : confirmLabel}
            </Button>
          )}
          <DialogClose>
            <Button ref={cancelButton} variant="secondary" disabled={busy}>
              {isFinal ? "Close" : cancelLabel}
            </Button>
          </DialogClose>
        </>
      }
    >
      {(children || error) && (
        <Stack gap={5}>
          {children}
          {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
        </Stack>
      )}
    </Dialog>
  );
}
