import { useLocation } from "wouter";
import { useScopes } from "#clinic/session/current.ts";
import { Page } from "#clinic/ui/page.tsx";
import { care } from "#contract/care/calls.ts";
import { RecordPage } from "./record-page.tsx";
import { PatientSearchPage } from "./search-page.tsx";

/** The search, or the record of the patient in the address. */
export function PatientsPage() {
  const [path] = useLocation();
  const scopes = useScopes();
  const id = /^\/clinic\/patients\/([^/]+)$/.exec(path)?.[1];
  if (id) return <RecordPage key={id} id={id} />;
  if (care.searchPatients.scopes.some((scope) => scopes.includes(scope))) return <PatientSearchPage />;
  return (
    <Page title="Patients">
      <p>Your role opens a patient’s record from your inbox.</p>
    </Page>
  );
}
