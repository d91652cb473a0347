import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxCount, InboxItem } from "#contract/care/inbox.ts";
import { workItemLabels } from "./work-item-labels.ts";

interface KindLabel {
  readonly label: string;
  /** What the column beside the patient's name is about. */
  readonly about: "Medicine" | "Order" | "About";
}

/** What each kind of the inbox is called. */
export const kindLabels: Readonly<Record<InboxKind, KindLabel>> = {
  emergency: { label: "Emergency", about: "About" },
  work_item: { label: "From a patient", about: "Medicine" },
  task: { label: "Task or question", about: "About" },
  conversation: { label: "Message", about: "About" },
  incoming: { label: "New case", about: "Medicine" },
  accepted: { label: "Plan to decide", about: "Medicine" },
  renewal: { label: "Renewal", about: "Medicine" },
  upsell: { label: "Upsell", about: "Medicine" },
  followup: { label: "Review to read", about: "Medicine" },
  followup_due: { label: "Review due", about: "Medicine" },
  change: { label: "Change to agree", about: "Medicine" },
  identity: { label: "Identity", about: "About" },
  pair: { label: "Same person?", about: "About" },
  contact: { label: "Contact form", about: "About" },
  ready: { label: "To send", about: "Medicine" },
  mismatch: { label: "Mismatch", about: "Order" },
  past_due: { label: "Past due", about: "Order" },
  dispute: { label: "Dispute", about: "Order" },
};

/** What a row says it is about, beside the medicines. */
export function itemNote(item: InboxItem): string {
  const { kind, title, acknowledgedat, flags, told, photos, attempts, ordernumber } = item;
  if (kind === "emergency") {
    const shown = [title, item.patient !== null && item.name !== null && `written by ${item.name}`].filter(Boolean);
    return acknowledgedat === null ? shown.join(", ") : `Acknowledged, not closed. ${shown.join(", ")}`;
  }
  if (told === "not_mine") return [workItemLabels[told].title, title].filter(Boolean).join(": ");
  if (kind === "work_item") return flags.length > 0 ? "" : (title ?? (told ? workItemLabels[told].title : ""));
  if (item.asked) return askedNote(item.asked, ordernumber);
  if (kind === "conversation") return item.conversation === "doctor" ? "To the doctor" : "To patient services";
  if (kind === "identity") return photos === 1 ? "1 photo" : `${photos ?? 0} photos`;
  if (kind === "pair") return item.name === null ? "Another record" : `And ${item.name}`;
  if (kind === "contact") return item.reference ?? "";
  if (kind === "past_due") return attempts === null ? "" : `Failed ${attempts === 1 ? "once" : `${attempts} times`}`;
  return ordernumber === null ? "" : `Order ${ordernumber}`;
}

/** Who asks what; or who answered, and what. */
function askedNote(
  { kind, log, answered, words, by }: NonNullable<InboxItem["asked"]>,
  ordernumber: string | null,
): string {
  const about = ordernumber === null ? "" : `Order ${ordernumber}: `;
  const from = by === null ? "" : ` (${by})`;
  return `${about}${log !== null ? `${log}: ` : answered ? "Answer: " : kind === "task" ? "" : kind === "prepared" ? "To sign: " : "Question: "}${words}${from}`;
}

const decided: ReadonlySet<InboxKind> = new Set([
  ...(["incoming", "accepted", "renewal", "upsell", "followup", "followup_due", "change"] as const),
]);

/** What else must not be missed in a row, in a few words. */
export const itemMarks = ({ kind, patient, paymentdiffers, holdsmedicine }: InboxItem): readonly string[] => [
  ...(paymentdiffers ? ["Payment differs"] : []),
  ...(decided.has(kind) && patient?.identitystatus === "no_match" ? ["Identity doesn’t match"] : []),
  ...(holdsmedicine ? ["Medicine waits"] : []),
];

/** “A decision within 1 business day”. */
export function promiseLabel({ what, businessdays }: NonNullable<InboxCount["promised"]>): string {
  if (businessdays === null) return what;
  return `${what} within ${businessdays === 1 ? "1 business day" : `${businessdays} business days`}`;
}
