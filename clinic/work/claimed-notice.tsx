import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { ClaimState } from "./claim.ts";

/** Says that somebody else works on it, and lets one take it over; shows nothing otherwise. */
export const ClaimedNotice = ({
  claim: { status, claimedBy, takenOver },
  onTakeOver,
  children,
}: {
  claim: ClaimState;
  onTakeOver: () => void;
  children: string;
}) =>
  status === "taken" && (
    <Alert
      tone="warning"
      title={takenOver ? `${claimedBy} took this over` : `${claimedBy} is working on this`}
      actions={
        <Button variant="secondary" onClick={onTakeOver}>
          Take over
        </Button>
      }
    >
      {children}
    </Alert>
  );
