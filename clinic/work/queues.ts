import { care } from "#contract/care/calls.ts";
import type { CaseItem, OrderItem } from "#contract/care/worklists.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { WorkItem } from "#contract/care/work-items.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { Scope } from "#contract/http/scopes.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { medicineName } from "#clinic/ui/words/medicine-name.ts";
import { workItemTitle } from "./work-item-words.ts";

export const queueNames = [
  "emergency",
  "work_item",
  "conversation",
  "incoming",
  "accepted",
  "renewal",
  "upsell",
  "followup",
  "followup_due",
  "change",
  "identity",
  "contact",
  "ready",
  "mismatch",
  "past_due",
  "dispute",
] as const;
export type QueueName = (typeof queueNames)[number];

/** One thing that waits for somebody of the practice. */
export interface InboxItem {
  readonly queue: QueueName;
  readonly id: string;
  /** Null: whoever wrote was not signed in. */
  readonly patient: PatientSummary | null;
  /** Who it is about, where that is no patient. */
  readonly name: string | null;
  /** Since when it waits: a fact of the answer, so that two screens never disagree. */
  readonly since: string;
  /** When it is too late; null where it never is. */
  readonly expires: string | null;
  readonly note: string;
  /** The medicines it is about, each with its strength. */
  readonly medicines?: readonly string[];
  /** Rules that were raised, what forbids first. */
  readonly flags?: CaseItem["flags"];
  /** What else must not be missed, in a few words. */
  readonly marks?: readonly string[];
  /** An emergency somebody takes care of: it's open, and no longer first. */
  readonly acknowledged?: boolean;
  /** Whose it is; nobody's, and what can't be somebody's, has none. */
  readonly assignee?: ClinicConversation["assignee"];
  /** Of a decision: false where the caller may not take it today. */
  readonly maydecide?: boolean;
}

export interface QueuePage {
  readonly items: readonly InboxItem[];
  readonly nextpage: string | null;
}

interface Queue {
  readonly label: string;
  /** What the column beside the patient's name is about. */
  readonly about: "Medicine" | "Order" | "About";
  /** One of these opens its call. */
  readonly scopes: readonly Scope[];
  readonly read: (
    call: StaffCall,
    nextpage: string | undefined,
    options: Parameters<StaffCall>[2],
  ) => Promise<QueuePage>;
}

const clinical = ["clinical", "rx"] as const;

const caseQueue = (label: string, status: CaseItem["kind"]): Queue => ({
  label,
  about: "Medicine",
  scopes: clinical,
  read: async (call, nextpage, options) => {
    const page = await call(care.cases, { query: { status, ...(nextpage && { nextpage }) } }, options);
    return { ...page, items: page.items.map((item) => fromCase(status as QueueName, item)) };
  },
});

const fromCase = (queue: QueueName, item: CaseItem): InboxItem => ({
  queue,
  id: item.id,
  patient: item.patient,
  name: null,
  since: item.waitingsince,
  expires: item.holdends,
  note: item.order?.number ? `Order ${item.order.number}` : "",
  medicines: item.medicines.map(medicineName),
  flags: item.flags,
  marks: [
    ...(item.paymentdiffers ? ["Payment differs"] : []),
    ...(item.patient.identitystatus === "no_match" ? ["Identity doesn’t match"] : []),
  ],
  maydecide: item.maydecide,
});

const orderQueue = (
  label: string,
  queue: "ready" | "mismatch" | "past_due",
  scopes: readonly Scope[],
  note: (item: OrderItem) => string,
): Queue => ({
  label,
  about: queue === "ready" ? "Medicine" : "Order",
  scopes,
  read: async (call, nextpage, options) => {
    const page = await call(care.orders, { query: { status: queue, ...(nextpage && { nextpage }) } }, options);
    return {
      ...page,
      items: page.items.map((item) => ({
        queue,
        id: item.id,
        patient: item.patient,
        name: null,
        since: item.pastdue ? `${item.pastdue.failedon}T12:00:00Z` : (item.order?.placedat ?? item.patient.since),
        expires: item.holdends,
        note: note(item),
        medicines: item.order?.detail.filter(({ cancelled }) => !cancelled).map(medicineName) ?? [],
      })),
    };
  },
});

const orderNumber = ({ order }: OrderItem): string => (order?.number ? `Order ${order.number}` : "");

const fromConversation = (item: ClinicConversation): InboxItem => ({
  queue: "conversation",
  id: item.id,
  patient: item.patient,
  name: null,
  since: item.waitingsince ?? item.patient.since,
  expires: null,
  note: item.kind === "doctor" ? "To the doctor" : "To patient services",
  assignee: item.assignee,
});

/** Where each thing comes from. A person reads the queues their scopes open; what is in them the server decides. */
export const queues: Readonly<Record<QueueName, Queue>> = {
  emergency: {
    label: "Emergency",
    about: "About",
    scopes: ["clinical"],
    read: async (call, nextpage, options) => {
      const query = { state: "open" as const, ...(nextpage ? { nextpage } : {}) };
      const page = await call(care.emergencies, { query }, options);
      return {
        ...page,
        items: page.items.map((item) => ({
          queue: "emergency" as const,
          id: item.id,
          patient: item.patient,
          name: item.contact ? (item.contact.name ?? item.contact.email) : null,
          since: item.reportedat,
          expires: null,
          acknowledged: item.acknowledgedat !== null,
          medicines: item.medicines,
          note: item.acknowledgedat === null ? item.title : `Acknowledged, not closed. ${item.title}`,
        })),
      };
    },
  },
  conversation: {
    label: "Message",
    about: "About",
    scopes: ["messages", "clinical"],
    read: async (call, nextpage, options) => {
      const page = await call(care.conversations, { query: nextpage ? { nextpage } : {} }, options);
      return { ...page, items: page.items.map(fromConversation) };
    },
  },
  work_item: {
    label: "From a patient",
    about: "Medicine",
    scopes: ["clinical"],
    read: async (call, nextpage, options) => {
      const page = await call(care.workItems, { query: nextpage ? { nextpage } : {} }, options);
      return { ...page, items: page.items.map(fromWorkItem) };
    },
  },
  incoming: caseQueue("New case", "incoming"),
  accepted: caseQueue("Plan to decide", "accepted"),
  renewal: caseQueue("Renewal", "renewal"),
  upsell: caseQueue("Upsell", "upsell"),
  followup: caseQueue("Review to read", "followup"),
  followup_due: caseQueue("Review to send", "followup_due"),
  change: caseQueue("Change to agree", "change"),
  identity: {
    label: "Identity",
    about: "About",
    scopes: ["identity"],
    read: async (call, nextpage, options) => {
      const page = await call(care.verification, { query: nextpage ? { nextpage } : {} }, options);
      return { ...page, items: page.items.map(fromIdentity) };
    },
  },
  contact: {
    label: "Contact form",
    about: "About",
    scopes: ["messages"],
    read: async (call, nextpage, options) => {
      const page = await call(care.contactMessages, { query: nextpage ? { nextpage } : {} }, options);
      return {
        ...page,
        items: page.items.map((item) => ({
          queue: "contact" as const,
          id: item.id,
          patient: item.patient,
          name: item.name ?? item.email,
          since: item.sentat,
          expires: null,
          note: item.reference,
        })),
      };
    },
  },
  ready: orderQueue("To send", "ready", ["dispense"], orderNumber),
  mismatch: orderQueue("Mismatch", "mismatch", ["finance"], orderNumber),
  past_due: orderQueue("Past due", "past_due", ["orders", "finance"], ({ pastdue }) =>
    pastdue ? `Failed ${pastdue.attempts === 1 ? "once" : `${pastdue.attempts} times`}` : "",
  ),
  dispute: {
    label: "Dispute",
    about: "Order",
    scopes: ["finance"],
    read: async (call, nextpage, options) => {
      const page = await call(care.disputes, { query: nextpage ? { nextpage } : {} }, options);
      return { ...page, items: page.items.filter(isOpenDispute).map(fromDispute) };
    },
  },
};

const fromWorkItem = (item: WorkItem): InboxItem => ({
  queue: "work_item",
  id: item.id,
  patient: item.patient,
  name: null,
  since: item.since,
  expires: item.due,
  note: item.flags.length > 0 ? "" : workItemTitle(item),
  medicines: item.medicines.map(medicineName),
  flags: item.flags,
  marks: item.holds ? ["Medicine waits"] : [],
});

type Verification = Output<typeof care.verification>["items"][number];
const fromIdentity = (item: Verification): InboxItem => ({
  queue: "identity",
  id: item.id,
  patient: item,
  name: null,
  since: item.photos.map(({ uploadedat }) => uploadedat).toSorted()[0] ?? item.since,
  expires: null,
  note: item.photos.length === 1 ? "1 photo" : `${item.photos.length} photos`,
});

type Dispute = Output<typeof care.disputes>["items"][number];
const isOpenDispute = ({ status }: Dispute): boolean => status === "needs_response" || status === "inquiry";
const fromDispute = (item: Dispute): InboxItem => ({
  queue: "dispute",
  id: item.id,
  patient: item.patient,
  name: null,
  since: item.openedat,
  expires: item.evidencedueby,
  note: item.ordernumber ? `Order ${item.ordernumber}` : "",
});

/** The queues that somebody with these scopes reads, in the order of the filter. */
export const queuesFor = (held: readonly Scope[]): readonly QueueName[] =>
  queueNames.filter((name) => queues[name].scopes.some((scope) => held.includes(scope)));
