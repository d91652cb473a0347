import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { HoldState } from "./hold-claim.ts";

/** Says that somebody else works on it, and lets one take it over; shows nothing otherwise. */
export const HeldNotice = ({
  hold: { status, holder, takenOver },
  onTakeOver,
  children,
}: {
  hold: HoldState;
  onTakeOver: () => void;
  children: string;
}) =>
  status === "theirs" && (
    <Alert
      tone="warning"
      title={takenOver ? `${holder} took this over` : `${holder} is working on this`}
      actions={
        <Button variant="secondary" onClick={onTakeOver}>
          Take over
        </Button>
      }
    >
      {children}
    </Alert>
  );
