import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";

/** Asks before the patient leaves a changed form. */
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
