import { ThreadPage } from "./conversations/thread-page.tsx";

/** The conversation with the doctor. */
export default function DoctorMessages() {
  return <ThreadPage kind="doctor" />;
}
