import { useLocation } from "wouter";
import { usePermissions } from "#clinic/session/current.ts";
import { Page } from "#clinic/ui/page.tsx";
import { care } from "#contract/care/calls.ts";
import { permits } from "#contract/policy/policy.ts";
import { RecordPage } from "./record-page.tsx";
import { PatientSearchPage } from "./search-page.tsx";

/** The search, or the record of the patient in the address. */
export function PatientsPage() {
  const [path] = useLocation();
  const permissions = usePermissions();
  const id = /^\/clinic\/patients\/([^/]+)$/.exec(path)?.[1];
  if (id) return <RecordPage key={id} id={id} />;
  if (permits(permissions, care.searchPatients.access.needs)) return <PatientSearchPage />;
  return (
    <Page title="Patients">
      <p>Your role opens a patient’s record from your inbox.</p>
    </Page>
  );
}
