import { type ReactNode, Suspense, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Notice } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import type { DialogProps } from "./opens-dialog.tsx";

/** A button, and with `letter` a key, that open a dialog whose code is loaded then, and what it said once it was done. */
export function OpensLate({
  label,
  letter,
  children,
}: {
  label: string;
  letter: string | null;
  /** Draws the dialog. */
  children: (dialog: DialogProps) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [notice, setNotice] = useState("");
  const begin = () => {
    setNotice("");
    setOpen(true);
  };
  useKeys(letter === null ? {} : { [letter]: begin });
  return (
    <>
      <Notice>{notice}</Notice>
      <Button variant="quiet" onClick={begin}>
        {label}
      </Button>
      {open && (
        <Suspense fallback={null}>
          {children({
            onClose: () => setOpen(false),
            onDone: (done) => {
              setOpen(false);
              setNotice(done);
            },
          })}
        </Suspense>
      )}
    </>
  );
}
