import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Notice } from "../page.tsx";

/** What each dialog is given: how it is closed, and what becomes of its notice once it has done what it is for. */
export interface DialogProps {
  readonly onClose: () => void;
  readonly onDone: (notice: string) => void;
}

/** Buttons that open a dialog, and the notice of what the dialog has done. `About` is what it was opened with, and stays while it's open. */
export function OpensDialog<About = null>({
  buttons,
  takesFocus,
  className,
  children,
}: {
  /** One quiet button by its label, or others. */
  buttons: string | ((open: (about: About) => void) => ReactNode);
  /** The button may be gone with what was done. */
  takesFocus?: boolean;
  /** Of the notice. */
  className?: string | undefined;
  children: (dialog: DialogProps, about: About) => ReactNode;
}) {
  const [dialog, setDialog] = useState<{ readonly about: About } | null>(null);
  const [notice, setNotice] = useState("");
  const open = (about: About) => {
    setNotice("");
    setDialog({ about });
  };
  const onClose = () => setDialog(null);
  const onDone = (done: string) => {
    onClose();
    setNotice(done);
  };
  const shown = (
    <Notice takesFocus={takesFocus} className={className}>
      {notice}
    </Notice>
  );
  return (
    <>
      {typeof buttons === "string" ? (
        <>
          {shown}
          <Button variant="quiet" onClick={() => open(null as About)}>
            {buttons}
          </Button>
        </>
      ) : (
        <>
          {buttons(open)}
          {shown}
        </>
      )}
      {dialog && children({ onClose, onDone }, dialog.about)}
    </>
  );
}
