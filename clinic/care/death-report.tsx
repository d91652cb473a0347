import { Alert } from "#app/ui/feedback/alert.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { deathLabel } from "#clinic/ui/labels/patient-name.ts";
import type { PatientSummary } from "#contract/care/patients.ts";

/** That the patient died, or that somebody says so, and what it stops. Nothing where nobody does. */
export function DeathReport({ patient: { death } }: { patient: Pick<PatientSummary, "death"> }) {
  if (death === null) return null;
  const { reportedat, confirmedat } = death;
  return confirmedat === null ? (
    <Alert tone="danger" title={`Death reported on ${practiceDayAndTime(reportedat)}, not proved`}>
      The patient gets no charges, packages or emails. The log says who told us. Settle that entry once it’s proved, or
      once you know that the patient is alive.
    </Alert>
  ) : (
    <Alert tone="info" title={`The patient is ${deathLabel(death)}`}>
      The account is closed. The record stays. Whoever may have a copy of it gets it by “Make a copy”.
    </Alert>
  );
}
