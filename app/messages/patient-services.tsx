import { ThreadPage } from "./thread/thread-page.tsx";

/** Her conversation with patient services. */
export default function PatientServicesMessages() {
  return <ThreadPage kind="patient_services" />;
}
