import { ThreadPage } from "./thread/thread-page.tsx";

/** Her conversation with her doctor. */
export default function DoctorMessages() {
  return <ThreadPage kind="doctor" />;
}
