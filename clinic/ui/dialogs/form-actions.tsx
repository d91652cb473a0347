import { Button } from "#app/ui/actions/button.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";

/** The foot of a form in a dialog: what sends it, unless something it needs isn't here yet, and the way out. */
export const FormActions = ({
  label,
  busy,
  busyLabel,
  disabled,
  onCancel,
}: {
  label: string;
  busy?: boolean;
  busyLabel?: string;
  disabled?: boolean;
  onCancel: () => void;
}) => (
  <Cluster gap={3}>
    <Button type="submit" busy={busy} busyLabel={busyLabel} disabled={disabled}>
      {label}
    </Button>
    <Button variant="secondary" onClick={onCancel}>
      Cancel
    </Button>
  </Cluster>
);
