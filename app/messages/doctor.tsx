import { ThreadPage } from "./thread-page.tsx";

/** Her conversation with her doctor. */
export default function Doctor() {
  return <ThreadPage kind="doctor" />;
}
