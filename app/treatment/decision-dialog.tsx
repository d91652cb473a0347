import { type ReactNode, useRef } from "react";
import { shownText } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog, DialogClose } from "#app/ui/dialog.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { useChange } from "./use-change.ts";
import { wayOutOf } from "./way-out.ts";

/** Asks before a change that cannot be taken back, and stays until its outcome is known. Where nothing can be done any more it says why. */
export function DecisionDialog({
  title,
  description,
  confirm,
  busyLabel,
  stay,
  change: { press, busy, pending, error },
  open = true,
  onClose,
  children,
}: {
  title: string;
  description: string;
  /** The buttons: to do it, while it is being done, and to leave it. */
  confirm: string;
  busyLabel: string;
  stay: string;
  change: Pick<ReturnType<typeof useChange<null, string>>, "press" | "busy" | "pending" | "error">;
  open?: boolean;
  onClose: () => void;
  children?: ReactNode;
}) {
  const leave = useRef<HTMLButtonElement>(null);
  const over = error !== null && wayOutOf(error) === "none";
  return (
    <Dialog
      role="alertdialog"
      title={title}
      description={description}
      open={open}
      onOpenChange={(next) => {
        if (!next && !pending) onClose();
      }}
      initialFocus={leave}
      actions={
        <>
          {!over && (
            <Button variant="danger" busy={busy} busyLabel={busyLabel} onClick={() => press(null)}>
              {error ? "Try again" : confirm}
            </Button>
          )}
          <DialogClose>
            <Button ref={leave} variant="secondary" disabled={busy}>
              {over ? "Close" : stay}
            </Button>
          </DialogClose>
        </>
      }
    >
      {(children || error) && (
        <Stack gap="md">
          {children}
          {error && <Alert kind="warning">{shownText(error)}</Alert>}
        </Stack>
      )}
    </Dialog>
  );
}
