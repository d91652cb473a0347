import { ChartFacts } from "#clinic/care/log/chart-facts.tsx";
import { AlikeNames } from "#clinic/care/wrong-chart/who-it-is.tsx";
import type { PatientSummary } from "#contract/care/patients.ts";

/** What must be seen before anything is done about a patient: what stands on the chart, and that somebody else is called alike. */
export const SeenFirst = ({ patient }: { patient: PatientSummary }) => (
  <>
    <ChartFacts patientId={patient.id} />
    <AlikeNames patient={patient} />
  </>
);
