import { useQuery } from "@tanstack/react-query";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";

/** The emergencies of a patient that no clinician has closed; `mayRead` is false where the person's roles don't open them. */
export function useOpenEmergencies({ id, emergencysince }: Pick<PatientSummary, "id" | "emergencysince">) {
  const mayRead = permits(usePermissions(), care.emergencies.access.needs);
  const read = useQuery({
    ...queryOf(care.emergencies, { query: { state: "open", patientid: id } }),
    enabled: mayRead && emergencysince !== null,
  });
  return { mayRead, read };
}

/** Wherever a patient is shown: what they told of, and the way to the page where it is taken care of. */
export function OpenEmergencies({ patient }: { patient: Pick<PatientSummary, "id" | "emergencysince"> }) {
  const { mayRead, read } = useOpenEmergencies(patient);
  if (patient.emergencysince === null) return null;
  if (!mayRead || !read.data)
    return (
      <Alert tone="danger" title="This patient described an emergency">
        Reported {practiceDayAndTime(patient.emergencysince)}.
        {!mayRead && " A nurse or a physician has to take care of it. Call them now."}
      </Alert>
    );
  return read.data.items.map(({ id, words, reportedat, acknowledgedat }) => (
    <Alert
      key={id}
      tone="danger"
      title={acknowledgedat === null ? "An emergency waits to be acknowledged" : "An emergency isn’t closed yet"}
    >
      “{words}” Reported {practiceDayAndTime(reportedat)}. <a href={`/clinic/emergency/${id}`}>Take care of it</a>
    </Alert>
  ));
}
