import { ThreadPage } from "./conversations/thread-page.tsx";

/** The conversation with patient services. */
export default function PatientServicesMessages() {
  return <ThreadPage kind="patient_services" />;
}
