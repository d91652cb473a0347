import { Button } from "#app/ui/actions/button.tsx";
import css from "./settings/settings-section.module.css";

/** Save, and cancel without saving. */
export function SaveCancelButtons({
  busy,
  label = "Save",
  onCancel,
}: {
  busy: boolean;
  label?: string;
  onCancel?: (() => void) | undefined;
}) {
  return (
    <div className={css["buttons"]}>
      <Button type="submit" busy={busy} busyLabel="Saving">
        {label}
      </Button>
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
