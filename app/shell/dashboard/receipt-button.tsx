import { lazyRoute } from "#app/router/lazy-component.tsx";
import { ReceiptIcon } from "#app/ui/brand/app-icons.tsx";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import css from "./dashboard-shell.module.css";

const HsaReceiptDialog = lazyRoute(() => import("#app/documents/downloads/hsa-receipt-dialog.tsx")).Part;

/** Opens the dialog of the HSA receipt (spec §2.3). */
export const ReceiptButton = () => (
  <HeaderDialogButton label="HSA receipt" title="HSA receipt" icon={<ReceiptIcon />} dialog={HsaReceiptDialog} />
);

/** A button in the page header that opens a dialog; the dialog's chunk loads on first use. */
function HeaderDialogButton({
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
