import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";

/** Asks before the patient leaves a changed form. */
export default function UnsavedChangesDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      open
      question="Leave without saving?"
      detail="Your changes aren't saved yet. We'll keep what you typed as long as this tab is open."
      confirmLabel="Leave"
      cancelLabel="Stay here"
      onOpenChange={(open) => !open && onStay()}
      onConfirm={onLeave}
    />
  );
}
