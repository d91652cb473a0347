import type { InboxItem, QueueName } from "#clinic/work/queues.ts";
import { recordPath } from "#clinic/work/record-path.ts";
import { type RequestAction, requestPath } from "#clinic/work/request-path.ts";

/** A renewal or an upsell: a physician decides it in the patient's record. */
const isRequest = (queue: QueueName): boolean => queue === "renewal" || queue === "upsell";

/** Where finance works on what waits for it. */
const moneyPaths: Partial<Readonly<Record<QueueName, string>>> = {
  mismatch: "/clinic/money",
  past_due: "/clinic/money/past-due",
  dispute: "/clinic/money/disputes",
};

/** Where a row is worked on; null where there is no page for it. A payment that is past due is also for those who talk to the patient: theirs is the record. */
export function itemPath({ queue, id, patient }: InboxItem, opensRecord: boolean): string | null {
  if (queue === "emergency") return `/clinic/emergency/${id}`;
  if (queue === "conversation") return `/clinic/conversation/${id}`;
  if (queue === "work_item") return `/clinic/item/${id}`;
  if (queue === "contact") return `/clinic/contact/${id}`;
  if (queue === "ready") return `/clinic/dispensing?order=${id}`;
  const moneyPath = moneyPaths[queue];
  if (moneyPath && (queue !== "past_due" || !opensRecord)) return moneyPath;
  if (!patient || !opensRecord) return null;
  if (isRequest(queue)) return requestPath(patient.id, id);
  if (queue === "followup") return recordPath(patient.id, "followups", { review: id });
  if (queue === "followup_due") return recordPath(patient.id, "followups");
  if (queue === "change") return recordPath(patient.id, "changes");
  return queue === "identity" ? recordPath(patient.id, "photos") : recordPath(patient.id);
}

/** Where a key on a row begins what it does; null where the row isn't decided by a key. */
export const actionPath = ({ queue, id, patient }: InboxItem, action: RequestAction): string | null =>
  isRequest(queue) && patient ? requestPath(patient.id, id, action) : null;
