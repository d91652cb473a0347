import type { Feature } from "#contract/api.ts";
import { fullPath, type Endpoint } from "#contract/http/endpoint.ts";

/** What a feature's calls are about. */
export const tagDescriptions: Readonly<Record<Feature, string>> = {
  auth: "Signing up and in, sessions, passwords",
  onboarding: "The online visit: questions, options, identity, checkout",
  store: "Catalogue, cart, checkout, orders",
  payment: "Cards and what is charged to them",
  account: "Profile, addresses, identity, devices",
  treatment: "Plan, subscriptions, prescription orders, and what comes next",
  wellbeing: "Weekly check-ins and the log of doses",
  messages: "Conversations of a patient with the practice",
  notifications: "The bell, mail preferences, the feed of changes",
  documents: "Insurance documents, receipts, letters, the medical record",
  followup: "Treatment reviews, as the patient answers them",
  growth: "Upsells, coupons, referrals, and what visitors allow to be measured",
  support: "Help articles, contact form, configuration",
  care: "What the practice's own system does: see docs/clinic-integration.md",
  staff: "The practice's people: how they sign in, and what they may do",
  integrations: "How the practice's systems are connected: keys, events, webhooks",
};

/** What `{id}` in a path stands for, by the segment before it. */
const objects: Readonly<Record<string, string>> = {
  addtopatient: "upsell",
  change: "treatment change",
  contact: "message from the contact form",
  conversation: "conversation",
  conversations: "conversation",
  discount: "discount",
  dispute: "dispute",
  document: "document",
  dose: "prescription",
  emergency: "emergency",
  followup: "follow-up",
  key: "API key",
  webhook: "webhook endpoint",
  "{kind}": "thing to do; of a case and an identity check, its patient",
  fsaReceipt: "patient",
  hsaReceipt: "patient",
  medicalLetter: "patient",
  medicalRecords: "patient",
  ndc: "patient",
  note: "private note",
  notification: "notification",
  order: "order",
  patient: "patient",
  patients: "patient",
  prescription: "prescription",
  prescriptionorder: "prescription order",
  renewal: "prescription renewal",
  sessions: "session",
  shipping: "shipping address",
  subscription: "subscription",
  team: "member of the team",
  passkey: "passkey",
  upsell: "upsell",
};

const parameters: Readonly<Record<string, string>> = {
  actor: "Whose calls: `staff:`, `key:` or `patient:` with an id",
  doctorid: "Id of the doctor",
  documentid: "Id of the document, from the patient's record",
  patient: "Id of the patient the calls were about",
  since: "Only from this moment on",
  until: "Only before this moment",
  after: "The id of the last event already known; left out for the beginning of the log",
  afterseq: "The messages after this `seq`, oldest first; not together with `cursor`",
  attachmentid: "Id of the attachment, from its message",
  category: "Only articles of this category",
  code: "The code as typed",
  cursor: "Where to go on: the `cursor` of the answer before, left out for the beginning",
  day: "Calendar day: of a dose in the patient's time zone, of money in the practice's",
  eventName: "Name of the event",
  followupid: "Id of the follow-up",
  kind: "What there is to do",
  key: "The `Idempotency-Key` the checkout was sent with",
  limit: "How many items at most",
  mid: "Id of the message",
  n: "Number of the step",
  lotnumber: "The lot number, as on the package; small letters are read as capitals",
  patientid: "Only what waits of this patient; left out: of all",
  nextpage: "The `nextpage` of the page before; left out for the first page",
  number: "The order's number, as the patient has it",
  patientId: "Id of the patient",
  photoid: "Id of the photo, from the patient's record",
  pricingid: "Id of one of the product's pricings",
  productid: "Id of the product in the catalogue",
  q: "What to search for",
  show: "`all` includes those that were accepted or denied",
  state: "The state it would be in",
  status: "Only those with this status",
  step: "The screen's step",
  subscriptionid: "Id of the subscription",
  treatmentform: "Form of the treatment, such as a patch",
  type: "Only those of this type",
  version: "Version of the answers; left out for the current one",
  week: "First day of the week, a Sunday",
  year: "Calendar year",
};

/** What a parameter of a call stands for; undefined where nothing here says it. */
export function describeParameter(call: Endpoint, name: string): string | undefined {
  if (name !== "id") return parameters[name];
  const segment = /\/([^/]+)\/\{id\}/.exec(fullPath(call))?.[1];
  const object = objects[segment ?? ""];
  return object === undefined ? undefined : `Id of the ${object}`;
}
