import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";

/** Before she leaves a form she changed. */
export default function UnsavedChangesDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      open
      question="Leave without saving?"
      detail="Your changes are not saved yet. As long as this tab is open, we keep what you typed."
      confirmLabel="Leave"
      cancelLabel="Stay here"
      onOpenChange={(open) => !open && onStay()}
      onConfirm={onLeave}
    />
  );
}
