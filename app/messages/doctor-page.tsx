import { ThreadPage } from "./thread/thread-page.tsx";

/** The conversation with the doctor. */
export default function DoctorMessages() {
  return <ThreadPage kind="doctor" />;
}
