import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import css from "./dashboard/dashboard-shell.module.css";

/** A button in the page header that opens a dialog; the dialog's chunk loads on first use. */
export function HeaderDialogButton({
  label,
  title,
  icon,
  dialog: Dialog,
}: {
  label: string;
  title?: string;
  icon: ReactNode;
  dialog: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;
}) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        className={css["tool"]}
        aria-label={label}
        title={title}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {icon}
      </button>
      {open !== null && (
        <Suspense fallback={null}>
          <Dialog open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
