import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";

/** Why the action failed, shown in place; the server's message says what the patient can do instead. */
export function ActionError({ error, noCard }: { error: Error | null; noCard: boolean }) {
  if (error) return <Alert kind="warning">{errorMessage(error)}</Alert>;
  return noCard ? <Alert kind="info">There is no card on file yet. Please add one first.</Alert> : null;
}
