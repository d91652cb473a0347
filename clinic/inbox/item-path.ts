import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import { pairPath, recordPath, taskPath } from "#clinic/work/record-path.ts";
import { type DecisionAction, decisionPath } from "#clinic/work/decision-path.ts";

/** A renewal or an upsell: a physician decides it in the patient's record. */
const isRenewalOrUpsell = (kind: InboxKind): boolean => kind === "renewal" || kind === "upsell";

/** Where finance works on what waits for it. */
const moneyPaths: Partial<Readonly<Record<InboxKind, string>>> = {
  mismatch: "/clinic/money",
  past_due: "/clinic/money/past-due",
  dispute: "/clinic/money/disputes",
};

/** Where a row is worked on; null where there is no page for it. A payment that is past due is also for those who talk to the patient: theirs is the record. */
export function itemPath(
  { kind, id, refid, patient }: Pick<InboxItem, "kind" | "id" | "refid" | "patient">,
  opensRecord: boolean,
): string | null {
  if (kind === "emergency") return `/clinic/emergency/${id}`;
  if (kind === "conversation") return `/clinic/conversation/${id}`;
  if (kind === "work_item") return `/clinic/item/${id}`;
  if (kind === "pair") return pairPath(id);
  if (kind === "task") return taskPath(id);
  if (kind === "contact") return `/clinic/contact/${id}`;
  if (kind === "ready") return `/clinic/dispensing?order=${id}`;
  const moneyPath = moneyPaths[kind];
  if (moneyPath && (kind !== "past_due" || !opensRecord)) return moneyPath;
  if (!patient || !opensRecord) return null;
  if (isRenewalOrUpsell(kind)) return decisionPath(patient.id, id);
  if (kind === "followup") return recordPath(patient.id, "followups", { review: id });
  if (kind === "followup_due") return recordPath(patient.id, "followups");
  // A change is of a subscription; a medicine that was suggested is of none.
  if (kind === "change") return recordPath(patient.id, refid === id ? "suggestions" : "changes");
  return kind === "identity" ? recordPath(patient.id, "photos") : recordPath(patient.id);
}

/** Where a key on a row begins what it does; null where the row isn't decided by a key. */
export const actionPath = (
  { kind, id, patient }: Pick<InboxItem, "kind" | "id" | "patient">,
  action: DecisionAction,
): string | null => (isRenewalOrUpsell(kind) && patient ? decisionPath(patient.id, id, action) : null);
