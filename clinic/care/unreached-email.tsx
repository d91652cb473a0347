import { formatDay } from "#app/formats/dates.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { PatientSummary } from "#contract/care/patients.ts";

/** Wherever somebody may write to a patient: no mail tells them of it. */
export function UnreachedEmail({
  patient: { emailrefusedsince },
}: {
  patient: Pick<PatientSummary, "emailrefusedsince">;
}) {
  if (emailrefusedsince === null) return null;
  return (
    <Alert tone="warning">
      Our emails haven’t reached this patient since {formatDay(emailrefusedsince)}: they see what you write only when
      they sign in, so please call if it can’t wait.
    </Alert>
  );
}
