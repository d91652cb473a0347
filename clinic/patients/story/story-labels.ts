import { formatDollars } from "#app/formats/money.ts";
import { timelineEvents, type TimelineItem, type TimelineKind } from "#contract/care/timeline.ts";

export const kindLabels: Readonly<Record<TimelineKind, string>> = {
  decision: "Decisions",
  prescription: "Prescriptions",
  order: "Orders and packages",
  payment: "Payments",
  subscription: "Subscriptions and what was asked for by phone",
  message: "Messages",
  review: "Treatment reviews",
  emergency: "Emergencies",
  document: "Documents",
  letter: "Letters",
  note: "Private notes",
  task: "Log, tasks and questions",
};

type Events = { readonly [K in TimelineKind]: Readonly<Record<(typeof timelineEvents)[K][number], string>> };
const eventLabels: Events = {
  decision: { signed: "Decision" },
  prescription: {
    prescribed: "Prescribed",
    stop: "Medicine stopped",
    hold: "Medicine put on hold",
    release: "Medicine released",
  },
  order: {
    placed: "Order",
    cancelled: "Order canceled by the practice",
    shipped: "Package sent",
    delivered: "Package delivered",
    returned: "Package came back",
  },
  payment: { paid: "Paid", refund: "Refund" },
  subscription: {
    started: "Subscription began",
    ended: "Subscription ended",
    cancel: "Asked to cancel",
    restart: "Asked to start again",
    pause: "Asked to pause",
    resume: "Asked to go on",
    skip: "Asked to skip a box",
    unskip: "Asked to take a skip back",
    move: "Asked for another day",
    contact: "Asked to change contact data",
  },
  message: {
    patient: "The patient wrote",
    helper: "A helper wrote",
    doctor: "Message from the doctor’s side",
    patient_services: "Message from patient services",
    system: "Automatic message",
  },
  review: { sent: "Review sent", finished: "Review finished", read: "Review read" },
  emergency: { reported: "Emergency" },
  document: { uploaded: "Document sent by the patient" },
  letter: { issued: "Medical letter" },
  note: { added: "Private note" },
  task: {
    log: "Logged",
    task: "Task",
    question: "Question",
    order_question: "Question about an order",
    not_mine: "The patient says something isn’t theirs",
    counseling: "Talk with the pharmacist",
  },
};

/** What happened, in a word or two; an event that nobody named yet is its own. */
export const eventLabel = ({ kind, event }: Pick<TimelineItem, "kind" | "event">): string =>
  new Map(Object.entries(eventLabels[kind])).get(event) ?? event;

const conversations: Readonly<Record<string, string>> = {
  doctor: "with the doctor",
  patient_services: "with patient services",
};

/** What it's about, beside what happened. */
export function aboutLabel({ kind, about, amount }: Pick<TimelineItem, "kind" | "about" | "amount">): string {
  const named =
    kind === "message" ? conversations[about ?? ""] : kind === "emergency" || kind === "document" ? null : about;
  return [named, amount !== null && formatDollars(amount)].filter(Boolean).join(" · ");
}

/** Where it is; null: here, in the record. */
export function placeOf({ kind, refid, seq }: Pick<TimelineItem, "kind" | "refid" | "seq">, patientId: string): string {
  const record = `/clinic/patients/${patientId}`;
  if (kind === "message" && refid !== null) return `/clinic/conversation/${refid}?seq=${seq ?? 0}`;
  if (kind === "task" && refid !== null) return `/clinic/task/${refid}`;
  if (kind === "emergency" && refid !== null) return `/clinic/emergency/${refid}`;
  if (kind === "review" && refid !== null) return `${record}?part=followups&review=${refid}`;
  return `${record}?part=${sectionOf[kind]}`;
}

const sectionOf: Readonly<Record<TimelineKind, string>> = {
  ...{ decision: "visit-notes", prescription: "prescriptions", order: "orders", payment: "orders" },
  ...{ subscription: "subscriptions", message: "conversations", review: "followups", emergency: "emergencies" },
  ...{ document: "documents", letter: "letters", note: "notes", task: "log" },
};
