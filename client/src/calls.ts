// The clinic's calls, written from the contract by `npm run types:client`.

export type AnyCallCode = "api_key_expired" | "api_key_required" | "bad_request" | "body_too_large" | "claimed" | "forbidden" | "internal" | "malformed" | "not_found" | "proof_required" | "rate_limited" | "scope_missing" | "staff_session_ended" | "staff_session_locked" | "unavailable" | "unsupported_media";
export type KeyedCallCode = "idempotency_key_malformed" | "idempotency_mismatch" | "in_flight";
export type UploadCode = "too_large" | "unreadable_file" | "unsupported_type";

export interface AccessFinding {
  id: string;
  memberid: string;
  membername: string;
  patientid: string;
  patientname: string | null;
  reasons: Array<"own" | "colleague" | "surname" | "address" | "no_work" | "night">;
  accesses: number;
  firstat: string;
  lastat: string;
  own: boolean;
  judged: { outcome: "explained" | "talk" | "incident"; note: string; at: string; actor: string; name: string | null; incidentid: string | null } | null;
}

export interface Answer {
  questionid: string;
  answer: AnswerValue;
  others?: string | undefined;
}

export type AnswerValue = string | Array<string>;

export interface ApiKey {
  id: string;
  name: string;
  scopes: Array<"patients" | "clinical" | "identity" | "rx" | "messages" | "orders" | "dispense" | "finance" | "audit" | "events" | "keys" | "team">;
  ending: string | null;
  createdat: string;
  expiresat: string | null;
  revokedat: string | null;
  lastusedat: string | null;
}

export interface Assignee {
  memberid: string;
  name: string;
  since: string;
}

export interface CancelOffer {
  kind: "discount" | "pause";
  text: string;
}

export interface CaseItem {
  id: string;
  kind: "incoming" | "accepted" | "identity" | "renewal" | "upsell" | "followup" | "followup_due" | "change";
  refid: string;
  patient: PatientSummary;
  order: Order | null;
  waitingsince: string;
  maydecide: boolean;
  submittedat: string | null;
  acceptedat: string | null;
  holdends: string | null;
  paymentdiffers: boolean;
  medicines: Array<QueueMedicine>;
  flags: ScreeningFlags;
}

export interface ClinicConversation {
  id: string;
  kind: "doctor" | "patient_services";
  patient: PatientSummary;
  lastseq: number;
  readseq: number;
  staffreadseq: number;
  waitingsince: string | null;
  needsreply: boolean;
  open: boolean;
  assignee: Assignee | null;
}

export interface ClinicEmergency {
  id: string;
  patient: PatientSummary | null;
  phoneno: string | null;
  voicemail: boolean;
  medicines: Array<string>;
  source: "message" | "followup" | "health" | "contact" | "cancellation";
  conversationid: string | null;
  followupid: string | null;
  title: string;
  words: string;
  writer: string | null;
  contact: { name: string | null; email: string; reference: string } | null;
  reportedat: string;
  acknowledgedat: string | null;
  closedat: string | null;
  actions: Array<EmergencyAction>;
}

export interface ClinicEvent {
  id: string;
  type: "visit.submitted" | "hold.expiring" | "identity.review" | "plan.decided" | "renewal.requested" | "upsell.requested" | "prescription.stopped" | "order.paid" | "order.shipped" | "payment.failed" | "dispute.opened" | "subscription.cancelled" | "message.received" | "message.emergency" | "followup.completed" | "followup.emergency" | "answers.changed" | "document.uploaded" | "patient.moved" | "account.closed" | "account.merged" | "account.unmerged";
  at: string;
  patientid: string | null;
  object: { kind: "case" | "conversation" | "dispute" | "document" | "emergency" | "followup" | "order" | "patient" | "prescription" | "renewal" | "subscription" | "upsell"; id: string };
}

export interface ClosingDifference {
  kind: "capture" | "refund" | "refund_reversal" | "dispute" | "dispute_reversal";
  difference: "only_ours" | "only_gateway" | "amount" | "other_day";
  todo: "nothing" | "wait" | "look_up" | "decide_payment" | "compare_amounts" | "order_missing" | "not_ours";
  ours: number | null;
  gateway: number | null;
  at: string;
  paymentid: string | null;
  orderid: string | null;
  ordernumber: string | null;
}

export interface ContactMessage {
  id: string;
  reference: string;
  patient: PatientSummary | null;
  topic: "account" | "billing" | "shipping" | "treatment" | "technical" | "death" | "other";
  name: string | null;
  email: string;
  message: string;
  sentat: string;
  answeredat: string | null;
  answeredby: string | null;
}

export interface Credit {
  id: string;
  amount: number;
  left: number;
  reason: "late" | "damaged" | "wrong_item" | "wrong_charge" | "goodwill";
  note: string | null;
  actor: string;
  name: string | null;
  givenat: string;
  withdrawnat: string | null;
}

export interface DayClosing {
  closedat: string;
  closedby: string | null;
  differences: number;
  changed: boolean;
}

export interface DayMoney {
  day: string;
  over: boolean;
  ours: LedgerSums;
  closing: DayClosing | null;
  gateway: GatewaySums;
  differences: Array<ClosingDifference>;
  closedwith: { ours: LedgerSums; gateway: GatewaySums } | null;
  revision: string;
}

export interface Death {
  reportedat: string;
  diedon: string | null;
  confirmedat: string | null;
}

export interface DeclineBody {
  reason: string;
  doctorid?: string | undefined;
  visitnote?: string | undefined;
  revision?: string | undefined;
}

export interface Dispensing {
  package: { name: string | null; plain: boolean; easyopen: string | null; largetype: boolean; language: string | null };
  lines: Array<{ pricingid: string; packedat: string | null; lotnumber: string | null; expireson: string | null; matched: "code" | "vouched" | "two_people" | "system" | null; uncoded: string | null; filled: { actor: string; name: string | null } | null; verified: { at: string; actor: string; name: string | null } | null; label: string | null; labelchanged: Array<"patient" | "prescription" | "directions" | "start" | "cap" | "type" | "language">; boxes: Array<{ ndc: string; lotnumber: string | null; expireson: string | null; serial: string | null }>; packages: Array<{ ndc: string; units: number | null }>; units: number | null; parcel: number | null; voiding: { maysendagain: boolean; why: string | null } | null }>;
  voided: Array<{ pricingid: string; parcel: number; lotnumber: string | null; expireson: string | null; at: string; by: { actor: string; name: string | null }; wrong: "medicine" | "strength" | "count" | "lot" | "missing"; note: string }>;
  packerverifies: boolean;
  parcels: Array<{ parcel: number; carrier: string; trackingnumber: string; shippedat: string; deliveredat: string | null; returnedat: string | null; returnreason: "address" | "unclaimed" | "refused" | "damaged" | "sent_back" | "other" | null }>;
}

export interface Dispute {
  id: string;
  patient: PatientSummary;
  orderid: string;
  ordernumber: string | null;
  amount: number;
  reason: string;
  status: "inquiry" | "inquiry_closed" | "needs_response" | "under_review" | "won" | "lost";
  evidencedueby: string | null;
  openedat: string;
  chargesstopped: boolean;
  answer: { status: "asked" | "sent" | "refused"; askedat: string; settledat: string | null } | null;
  answerable: boolean;
}

export interface Doctor {
  id: string;
  firstname: string;
  lastname: string;
  name: string;
  credentials: string;
  bio: string;
  profileUrl: string;
}

export interface EmergencyAction {
  id: string;
  kind: "acknowledged" | "call" | "closed";
  actor: string;
  name: string | null;
  at: string;
  reached: "patient" | "other" | "nobody" | null;
  text: string | null;
}

export interface EndingSubscription {
  subscriptionid: string;
  medicine: { name: string; dosage: string } | null;
  surviving: { subscriptionid: string; medicine: { name: string; dosage: string } | null; status: "pending" | "active" | "paused" | "past_due" | "cancelled"; runs: boolean; sameproduct: boolean } | null;
}

export type FlagLevel = "stop" | "clinician" | "info";

export interface FollowupDay {
  followupon: string | null;
  doctorname: string | null;
  askedat: string | null;
}

export type FollowupRating = number;

export interface FollowupResult {
  id: string;
  patient: PatientSummary;
  sentat: string;
  completedat: string | null;
  contentversion: string;
  answers: Array<{ questionid: string; question: string; value: AnswerValue; answer: string; at: string; withdrawn: boolean }>;
  symptoms: Array<SymptomChange>;
  rating: FollowupRating | null;
  flags: Array<{ id: string; level: "emergency" | "clinician" | "info"; text: string }>;
  closedat: string | null;
  revision: string;
}

export interface GatewaySums {
  captured: number;
  refunded: number;
  disputed: number;
  fees: number;
}

export interface Handover {
  id: string;
  from: "doctor" | "patient_services";
  to: "doctor" | "patient_services";
  seq: number;
  note: string;
  name: string | null;
  at: string;
}

export interface HealthScreen {
  id: string;
  title?: string | undefined;
  description?: string | undefined;
  questions: Array<Question>;
  complete: boolean;
  section: { step: number; title: string };
}

export interface InboxCount {
  kind: "emergency" | "work_item" | "task" | "conversation" | "incoming" | "accepted" | "renewal" | "upsell" | "followup" | "followup_due" | "change" | "identity" | "pair" | "contact" | "ready" | "mismatch" | "past_due" | "dispute";
  waiting: number;
  oldest: string | null;
  promised: { what: string; businessdays: number | null } | null;
  late: number | null;
  mine: number;
  nobodys: number;
}

export interface InboxItem {
  id: string;
  kind: "emergency" | "work_item" | "task" | "conversation" | "incoming" | "accepted" | "renewal" | "upsell" | "followup" | "followup_due" | "change" | "identity" | "pair" | "contact" | "ready" | "mismatch" | "past_due" | "dispute";
  refid: string;
  patient: PatientSummary | null;
  name: string | null;
  since: string;
  expires: string | null;
  promiseduntil: string | null;
  maydecide: boolean;
  assignee: Assignee | null;
  medicines: Array<QueueMedicine>;
  flags: ScreeningFlags;
  ordernumber: string | null;
  paymentdiffers: boolean;
  holdsmedicine: boolean;
  acknowledgedat: string | null;
  title: string | null;
  told: "answers" | "words" | "document" | "rules" | "not_mine" | null;
  asked: { kind: "task" | "question" | "order_question" | "not_mine" | "counseling" | "prepared" | "aside" | "log"; log: string | null; answered: boolean; words: string; by: string | null } | null;
  conversation: "doctor" | "patient_services" | null;
  reference: string | null;
  photos: number | null;
  attempts: number | null;
}

export interface LedgerSums {
  captured: number;
  refunded: number;
  disputed: number;
}

export interface ListAction {
  id: string;
  kind: "task" | "message";
  begunat: string;
  endedat: string | null;
  count: number;
  done: number;
  leftout: { closed: number; death_reported: number; restricted: number; merged: number; no_conversation: number; conversation_closed: number };
}

export interface ListFilters {
  medicine?: string | undefined;
  strength?: string | undefined;
  lotnumber?: string | undefined;
  doctor?: string | undefined;
  state?: string | undefined;
  carestatus?: "none" | "in_review" | "approved" | "declined" | undefined;
  notseensince?: string | undefined;
  answer?: { questionid: string; value: string } | undefined;
  checkup?: string | undefined;
  reviewopen?: true | undefined;
  awaitsreply?: true | undefined;
}

export interface ListedPatient {
  patient: PatientSummary;
  lastseenat: string | null;
  leftout: "closed" | "death_reported" | "restricted" | null;
}

export interface LogChoice {
  id: string;
  label: string;
}

export interface LoggedOutcome {
  id: string;
  label: string;
  note: string | null;
}

export interface LotRecipient {
  id: string;
  patient: PatientSummary;
  orderid: string;
  ordernumber: string | null;
  name: string;
  dosage: string;
  quantity: number;
  lotnumber: string;
  expireson: string | null;
  packedat: string;
  shippedat: string | null;
  deliveredat: string | null;
  returnedat: string | null;
  voidedat: string | null;
}

export interface Message {
  id: string;
  conversationid: string;
  seq: number;
  clientid: string | null;
  type: "text" | "attachment" | "prescription_followup" | "system";
  sender: MessageSender;
  patientId: string;
  message: string;
  attachment: StoredFile | null;
  article: MessageArticle | null;
  needsreply: boolean;
  actionstatus: "PENDING" | "ANSWERED" | null;
  followupid: string | null;
  misfiled: "reported" | "withdrawn" | null;
  createdat: string;
}

export interface MessageArticle {
  id: string;
  title: string;
  href: string | null;
}

export interface MessageSender {
  id: string;
  firstName: string;
  lastName: string;
  role: "patient" | "doctor" | "nurse" | "patient_services" | "system";
  name: string;
  title: string | null;
}

export interface NewApiKey {
  key: ApiKey;
  secret: string;
}

export interface NewLogField {
  id: string;
  value: string;
}

export interface NoteWithdrawal {
  name: string | null;
  wrongpatient: boolean;
  reason: string;
}

export interface Order {
  id: string;
  upsell?: true | undefined;
  number: string | null;
  status: "pending" | "authorizing" | "unknown" | "authorized" | "paid" | "shipped" | "delivered" | "voided" | "failed" | "cancelled" | "refunded";
  placedat: string;
  detail: Array<OrderDetail>;
  summary: OrderSummary;
  refunded: number;
  card: { brand: string; last4: string } | null;
  shipto: { address1: string; address2: string | null; city: string; state: string; zipcode: string } | null;
  timeline: Array<TimelineEntry>;
  correction?: { at: string; text: string } | undefined;
}

export interface OrderDetail {
  productid: string;
  pricingid: string;
  name: string;
  dosage: string;
  image: string;
  quantity: number;
  dayssupply: number;
  prescription: boolean;
  price: number;
  discount: number;
  tax: number;
  total: number;
  cancelled: boolean;
}

export interface OrderItem {
  id: string;
  patient: PatientSummary;
  order: Order | null;
  ready: boolean;
  holdends: string | null;
  pastdue: { prescriptionorderid: string; subscriptionid: string; amount: number; failedon: string; attempts: number; retryon: string | null; reason: "insufficient_funds" | "lost_card" | "expired_card" | "generic_decline" | "no_card"; mailedat: string | null; writeoff: { reason: "not_reached" | "left" | "not_worth_it" | "our_mistake" | "died"; at: string; by: string } | null } | null;
  disputedsince: string | null;
  disputedfor: string | null;
  emergencyhold: boolean | null;
  question: { taskid: string; since: string } | null;
  refundquestions: Array<{ taskid: string; since: string }>;
  dispensing: Dispensing | null;
  mismatch: { captured: number; held: number; currency: string; obstacle: string | null } | null;
  mismatchdecision: { outcome: "accept" | "release"; at: string; by: string | null; money: "settled" | "under_way" } | null;
  refundable: number;
  refunds: Array<OrderRefund>;
}

export interface OrderRefund {
  id: string;
  amount: number;
  status: "under_way" | "refunded" | "failed";
  requestedat: string;
}

export interface OrderResult {
  order: Order;
}

export interface OrderSummary {
  subtotal: number;
  discount: number;
  taxamount: number;
  shipping: number;
  totalamount: number;
  couponid: string | null;
  discountfrom: string | null;
}

export interface OutsideSystem {
  system: string;
  name: string;
  failures: Array<{ answer: string; since: string; todo: string; alarmedat: string | null }>;
}

export interface OverdueTask {
  id: string;
  kind: "task" | "question" | "order_question" | "not_mine" | "counseling" | "prepared" | "aside" | "log";
  dueon: string;
  asker: TaskParty | null;
  for: TaskParty;
}

export interface Override {
  rules?: Array<string> | undefined;
  withoutanswers?: boolean | undefined;
  reason: string;
}

export interface PackedLine {
  pricingid: string;
  lotnumber?: string | undefined;
  expireson?: string | undefined;
  codes?: Array<string> | undefined;
  separate?: boolean | undefined;
  uncoded?: string | undefined;
}

export interface PairMerge {
  choices: Array<{ survivingid: string; refusals: Array<string>; subscriptions: Array<EndingSubscription> }>;
  merge: RecordMerge | null;
}

export interface PairedRecord {
  patient: PatientSummary;
  phoneno: string | null;
  shippingaddress: ShippingAddress | null;
  madeat: string;
  closedat: string | null;
  medicines: Array<{ productid: string; name: string; dosage: string; prescribed: boolean; athomeuntil: string | null }> | null;
}

export interface PatientAsked {
  channel: "phone" | "message" | "email" | "letter" | "in_person";
  on: string;
  callerproved?: "birthday_and_address" | "birthday_and_phone" | "birthday_and_email" | "photo_id" | "letterhead" | undefined;
  note?: string | undefined;
}

export interface PatientMail {
  id: string;
  kind: string;
  subject: string;
  address: string;
  copyto: string | null;
  current: boolean;
  queuedat: string;
  status: "waiting" | "accepted" | "refused" | "not_sent";
  statusat: string;
  sentby: string | null;
  repeatsid: string | null;
  obstacle: string | null;
}

export interface PatientPastDue {
  amount: number;
  charges: Array<{ prescriptionorderid: string; amount: number; failedon: string; writeoff: boolean }>;
  card: { brand: string; last4: string } | null;
  chargeobstacle: string | null;
  mailedat: string | null;
  mails: Array<{ mail: "payment_link" | "payment_help" | "payment_closing"; subject: string; text: string; obstacle: string | null }>;
}

export interface PatientPhoto {
  id: string;
  kind: "photo_id" | "selfie";
  uploadedat: string;
}

export interface PatientRecord {
  id: string;
  firstname: string | null;
  lastname: string | null;
  email: string;
  emailrefusedsince: string | null;
  birthday: string | null;
  state: string | null;
  onboardingstatus: "PENDING" | "DONE";
  identitystatus: "none" | "matched" | "no_match" | "review";
  planstatus: "none" | "in_review" | "approved" | "declined";
  carestatus: "none" | "incoming" | "accepted";
  doctor: Doctor | null;
  since: string;
  emergencysince: string | null;
  death: Death | null;
  revision: string;
  decisionobstacle: string | null;
  mergedinto: string | null;
  mergedfrom: Array<string>;
  contactrevision: string;
  helpers: Array<{ id: string; name: string; email: string; parts: Array<"orders" | "messages" | "documents" | "reminders">; copies: Array<"charges" | "payments" | "packages" | "messages" | "documents">; joinedat: string | null; until: string }>;
  phoneno: string | null;
  voicemail: boolean;
  restrictions: { any: boolean; insurer: boolean };
  pharmacy: string | null;
  shippingaddress: ShippingAddress | null;
  answers?: Array<{ questionid: string; question: string; answer: string; contentversion: string; at: string; told?: { source: "phone" | "in_person" | "doctors_letter"; teller: "patient" | "other"; on: string; callerproved: "birthday_and_address" | "birthday_and_phone" | "birthday_and_email" | "photo_id" | "letterhead"; note: string | null; actor: string; name: string | null } | undefined }> | undefined;
  flags?: Array<{ ruleid: string; level: FlagLevel; text: string; questionids: Array<string>; productids: Array<string> | null; current: boolean }> | undefined;
  unanswered?: Array<{ questionid: string; question: string }> | undefined;
  overrides?: Array<{ decision: "plan" | "renewal" | "upsell" | "change" | "suggestion"; refid: string; actor: string; at: string; rules: Array<{ ruleid: string; text: string }>; unanswered: Array<string>; reason: string }> | undefined;
  requested?: Array<PlanItem> | undefined;
  orders?: Array<Order> | undefined;
  subscriptions?: Array<Subscription> | undefined;
  prescriptions?: Array<Prescription> | undefined;
  changes?: Array<TreatmentChange> | undefined;
  suggestions?: Array<Suggestion> | undefined;
  cancellations?: Array<{ subscriptionid: string; at: string; reason: string | null }> | undefined;
  photos?: Array<PatientPhoto> | undefined;
  pairs?: Array<RecordPair> | undefined;
  documents?: Array<{ id: string; kind: "insurance_front" | "insurance_back" | "referral" | "lab_result" | "other"; title: string; filename: string; uploadedat: string; filed: { from: string; datedon: string | null } | null; review: { by: string | null; at: string; text: string | null } | null; misfiled: "reported" | null }> | undefined;
  letters?: Array<RecordLetter> | undefined;
  conversations?: Array<{ id: string; kind: "doctor" | "patient_services"; lastseq: number; readseq: number; staffreadseq: number; waitingsince: string | null; needsreply: boolean; open: boolean; assignee: Assignee | null }> | undefined;
  agreements?: Array<{ kind: "consent" | "order" | "change"; refid: string; version: string | null; at: string }> | undefined;
  cancelledorders?: Array<{ orderid: string; at: string; reason: string }> | undefined;
  requests?: Array<{ subscriptionid: string | null; action: "cancel" | "restart" | "pause" | "resume" | "skip" | "unskip" | "move" | "contact" | "recovery_link" | "charge"; channel: "phone" | "message" | "email" | "letter" | "in_person"; on: string; callerproved: "birthday_and_address" | "birthday_and_phone" | "birthday_and_email" | "photo_id" | "letterhead" | null; note: string | null; changes: Array<{ field: "firstname" | "lastname" | "birthday" | "phoneno" | "email" | "shippingaddress"; before: string | null }>; actor: string; at: string }> | undefined;
  followups?: Array<{ id: string; status: "not_answered" | "to_read" | "read"; sentat: string; completedat: string | null; waitingsince: string | null; closedat: string | null }> | undefined;
  emergencies?: Array<{ id: string; source: "message" | "followup" | "health" | "contact" | "cancellation"; title: string; words: string; writer: string | null; reportedat: string; acknowledgedat: string | null; closedat: string | null; actions: Array<EmergencyAction> }> | undefined;
  checkins?: Array<{ week: string; at: string; symptoms: Array<SymptomChange> }> | undefined;
  doses?: Array<{ productid: string; name: string; days: Array<number>; noted: Array<{ day: string; status: "done" | "skipped"; at: string }> }> | undefined;
}

export interface PatientSummary {
  id: string;
  firstname: string | null;
  lastname: string | null;
  email: string;
  emailrefusedsince: string | null;
  birthday: string | null;
  state: string | null;
  onboardingstatus: "PENDING" | "DONE";
  identitystatus: "none" | "matched" | "no_match" | "review";
  planstatus: "none" | "in_review" | "approved" | "declined";
  carestatus: "none" | "incoming" | "accepted";
  doctor: Doctor | null;
  since: string;
  emergencysince: string | null;
  death: Death | null;
}

export interface PeerReview {
  month: string;
  doctorid: string;
  doctorname: string;
  memberid: string | null;
  decided: number;
  own: boolean;
  items: Array<ReviewedDecision>;
}

export interface PersonPair {
  id: string;
  foundat: string;
  agrees: Array<"birthday" | "number" | "first_name" | "last_name" | "phone" | "address" | "card">;
  verdict: "same" | "not_same" | null;
  version: number;
  records: Array<PairedRecord>;
  verdicts: Array<{ verdict: "same" | "not_same"; reason: string; at: string; actor: string; name: string | null }>;
}

export interface PharmacistReview {
  patient: PatientSummary;
  allergies: string | null;
  othermedicines: Array<{ question: string; answer: string }>;
  medicines: Array<{ productid: string; name: string; dosage: string; directions: string | null; onhold: boolean; inorder: boolean }>;
  flags: Array<{ ruleid: string; level: "stop" | "clinician" | "info"; text: string }>;
  otherrecords: Array<{ patientid: string; allergies: string | null; othermedicines: Array<{ question: string; answer: string }>; medicines: Array<{ productid: string; name: string; dosage: string; onhold: boolean }> }>;
}

export interface PlanItem {
  productid: string;
  name: string;
  dosage: string;
  image: string;
  prescription: boolean;
  directions: string | null;
}

export interface PlannedDirections {
  beginson: string;
  directions: string;
  pace: "label" | "three_quarters" | "two_thirds" | "half" | "third";
}

export interface Prescription {
  id: string;
  productid: string;
  name: string;
  dosage: string;
  rxnumber: string;
  ndc: string | null;
  status: "active" | "on_hold" | "stopped" | "replaced" | "ended" | "wrong_patient";
  refillsleft: number;
  dayssupply: number | null;
  directions: string | null;
  pace: "double" | "label" | "three_quarters" | "two_thirds" | "half" | "third";
  planned: Array<PlannedDirections>;
  usednow: boolean;
  rest: { from: string; until: string; alongwith: string | null } | null;
  earlyfills: number;
  earlyuntil: string | null;
  doctorid: string;
  collaborator: string | null;
  approvedat: string;
  onholdsince: string | null;
  stoppedat: string | null;
}

export interface PrescriptionAction {
  id: string;
  rxnumber: string;
  productid: string;
  status: "active" | "on_hold" | "stopped";
  partners: Array<{ id: string; productid: string; name: string; rxnumber: string; onhold: boolean; sameparcel: boolean }>;
}

export interface PrescriptionOrder {
  id: string;
  subscriptionid: string;
  orderid: string | null;
  status: "scheduled" | "processing" | "shipped" | "delivered" | "skipped" | "cancelled" | "payment_failed";
  state: { kind: "planned" | "on_hold" | "in_review" | "confirming" | "charging" | "being_prepared" | "on_its_way" | "delivered" | "skipped" | "cancelled" | "payment_failed"; label: string; text: string };
  plannedon: string;
  chargeon: string | null;
  waitsfor: "doctor" | "both" | "bank" | "practice" | "report" | "ending" | null;
  amount: number;
  shipment: Shipment | null;
  actions: Array<"getnext" | "reorder" | "skip" | "unskip" | "move" | "cancel">;
  getnext: { names: Array<string>; amount: number; nextchargeon: string | null } | null;
  getnextfrom: string | null;
  nextafter: string | null;
  gap: string | null;
  unskip: { names: Array<string>; chargeon: string } | null;
  move: { names: Array<string>; first: string; whyfirst: string; last: string; whylast: string; enoughuntil: string | null; gap: string | null } | null;
  reorder: { names: Array<string>; amount: number } | null;
}

export interface PrescriptionRenewal {
  id: string;
  patient: PatientSummary;
  item: PlanItem;
  rxnumber: string;
  onhold: boolean;
  flags: ScreeningFlags;
  requestedat: string;
}

export interface Question {
  id: string;
  question: string;
  description?: string | undefined;
  why?: string | undefined;
  answertype: "single" | "array" | "text" | "number" | "date" | "scale" | "nothing" | "others";
  answerlist: Array<{ id: string; name: string; description?: string | undefined; exclusive?: boolean | undefined; asksothers?: boolean | undefined }>;
  allowempty: boolean;
  unit?: string | undefined;
  min?: number | undefined;
  max?: number | undefined;
  answer: AnswerValue | null;
  others: string | null;
}

export interface QueueMedicine {
  productid: string;
  name: string;
  dosage: string;
}

export interface RecordLetter {
  id: string;
  text: string | null;
  doctorname: string;
  preparedby: string | null;
  issuedat: string;
  misfiled: "reported" | "withdrawn" | null;
}

export interface RecordMerge {
  id: string;
  status: "asked" | "expired" | "declined" | "withdrawn" | "merged" | "undone";
  survivingid: string;
  retiredid: string;
  asked: { at: string; actor: string; name: string | null };
  openuntil: string;
  confirmed: Array<string>;
  subscriptions: Array<{ subscriptionid: string; goeson: "surviving" | "retired"; medicine: { name: string; dosage: string } | null }>;
  signinof: string | null;
  mergedat: string | null;
  undountil: string | null;
  undorefusal: string | null;
  undone: { at: string; actor: string; name: string | null; reason: string } | null;
}

export interface RecordPair {
  id: string;
  foundat: string;
  verdict: "same" | "not_same" | null;
  other: PairedRecord;
}

export interface ReviewedDecision {
  id: string;
  patientid: string;
  patientname: string | null;
  note: SignedVisitNote;
  overrides: Array<{ rules: Array<{ ruleid: string; text: string }>; unanswered: Array<string>; reason: string }>;
  judged: { outcome: "agrees" | "remark" | "concern"; words: string | null; at: string; actor: string; name: string; questionid: string | null } | null;
}

export interface SavedList {
  id: string;
  name: string;
  role: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator" | null;
  filters: { medicine?: string | undefined; strength?: string | undefined; lotnumber?: string | undefined; doctor?: string | undefined; state?: string | undefined; carestatus?: "none" | "in_review" | "approved" | "declined" | undefined; notseensince?: string | undefined; answer?: { questionid: string; value: string } | undefined; checkup?: string | undefined; reviewopen?: true | undefined; awaitsreply?: true | undefined };
}

export type ScreeningFlags = Array<{ ruleid: string; level: FlagLevel; text: string }>;

export interface Shipment {
  carrier: string;
  trackingnumber: string;
  trackingurl: string | null;
  shippedat: string;
  estimateddelivery: string | null;
  deliveredat: string | null;
}

export interface ShippingAddress {
  id: string;
  firstname: string | null;
  lastname: string | null;
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zipcode: string;
  country: "US";
  phoneno: string | null;
  default: boolean;
}

export interface SignedVisitNote {
  id: string;
  decision: "plan_approved" | "plan_declined" | "renewal_approved" | "renewal_declined" | "treatment_changed" | "change_withdrawn" | "upsell_approved" | "upsell_declined" | "medicine_suggested" | "suggestion_withdrawn" | "medicine_stopped" | "medicine_held" | "medicine_released" | "early_fill_allowed" | "directions_changed" | "break_planned" | "break_ended" | "review_read";
  title: string;
  text: string | null;
  signedby: string;
  preparedby: string | null;
  signedat: string;
  withdrawnat: string | null;
  addenda: Array<{ id: string; text: string | null; signedby: string; signedat: string; withdrawnat: string | null; actor: string; withdrawal: NoteWithdrawal | null }>;
  actor: string;
  withdrawal: NoteWithdrawal | null;
}

export interface StaffMember {
  id: string;
  name: string;
  email: string;
  roles: Array<"physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator">;
  doctorid: string | null;
  status: "invited" | "active" | "disabled";
  invitationexpiresat: string | null;
  passkeys: number;
  hasauthenticator: boolean;
  recoverycodesleft: number;
  lastsignedinat: string | null;
  createdat: string;
  disabledat: string | null;
}

export interface StaffNote {
  id: string;
  actor: string;
  name: string | null;
  text: string | null;
  writtenat: string;
  withdrawnat: string | null;
  wrongpatient: boolean;
}

export interface StoredFile {
  id: string;
  name: string;
  type: "image/jpeg" | "image/png" | "image/tiff" | "image/heic" | "image/heif" | "application/pdf";
  bytes: number;
  createdat: string;
}

export interface Subscription {
  id: string;
  status: "pending" | "active" | "paused" | "past_due" | "cancelled";
  statustext: string;
  state: { label: string; title: string; lines: Array<string>; refills: string; manage: string };
  item: PlanItem;
  usednow: PlanItem | null;
  pricingid: string;
  quantity: number;
  price: number;
  dayssupply: number;
  onhold: boolean;
  misfiled: "reported" | null;
  reportable: boolean;
  onhanduntil: string | null;
  sharesparcelwith: Array<string>;
  startedat: string;
  startson: string | null;
  nextchargeon: string | null;
  pauseduntil: string | null;
  pauseuntil: Array<string>;
  pausegaps: Array<string | null>;
  cancelgap: string | null;
  resumeon: string | null;
  cancelledat: string | null;
  restart: { names: Array<string>; chargeon: string; takesback: boolean } | null;
  restartobstacle: string | null;
  refillsleft: number | null;
  canceloffer: CancelOffer | null;
  warning: string | null;
  actions: Array<"pause" | "resume" | "preventcancel" | "cancel" | "restart">;
  prescriptionorders: Array<PrescriptionOrder>;
}

export interface SubscriptionsResult {
  message: string;
  subscriptions: Array<Subscription>;
}

export interface Suggestion {
  id: string;
  status: "waiting" | "agreed" | "declined" | "withdrawn";
  title: string;
  product: { productid: string; name: string; dosage: string; image: string; price: number; dayssupply: number; directions: string; notices: Array<string> };
  beginson: string | null;
  terms: string;
  obstacle: string | null;
  doctor: Doctor | null;
  note: string;
  refusal: string;
  at: string;
}

export interface SymptomChange {
  id: string;
  name: string;
  before: number | null;
  now: number | null;
}

export interface Task {
  id: string;
  kind: "task" | "question" | "order_question" | "not_mine" | "counseling" | "prepared" | "aside" | "log";
  patient: PatientSummary | null;
  order: { id: string; number: string | null; held: boolean; refunds: Array<OrderRefund> } | null;
  conversationid: string | null;
  subscriptionid: string | null;
  message: Message | null;
  letter: RecordLetter | null;
  asker: TaskParty | null;
  for: TaskParty;
  words: string;
  log: { kind: string; label: string; ends: "at_once" | "work" | "chart"; record: boolean; why: boolean; judged: boolean; unconfirmed: boolean; fdareport: boolean; fields: Array<{ id: string; label: string; value: string }>; outcomes: Array<LoggedOutcome>; outcome: LogChoice | null } | null;
  prepared: { decision: "renewal_approved" | "renewal_declined" | "treatment_changed" | "directions_changed" | "letter"; refid: string; fields: Array<{ id: string; value: string }>; changed: Array<string> } | null;
  reviewid: string | null;
  openedat: string;
  since: string;
  dueon: string | null;
  seenon: string;
  answer: { text: string; actor: string; name: string | null; at: string } | null;
  ended: { outcome: "done" | "answered" | "dropped" | "talked" | "declined" | "not_reached" | "settled" | "signed"; actor: string; name: string | null; at: string; note: string | null } | null;
  actions: Array<"done" | "answer" | "close" | "verdict" | "talk" | "settle" | "sign" | "drop" | "aside" | "reassign">;
}

export interface TaskParty {
  role: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator";
  memberid: string | null;
  name: string | null;
}

export interface TeachingMaterial {
  id: string;
  title: string;
  leaflet: boolean;
}

export interface TeamDoctor {
  id: string;
  name: string;
  firstname: string;
  lastname: string;
  credentials: string;
  physician: boolean;
  bio: string;
  portrait: string;
  uploadedportrait: string | null;
  npi: string;
  active: boolean;
  acceptspatients: boolean;
  away: { from: string; until: string; coverid: string | null } | null;
  patients: number;
  editedat: string | null;
  memberid: string | null;
  licenses: Array<{ state: string; validuntil: string | null; status: "valid" | "ending" | "ended"; collaboration: "not_needed" | "valid" | "missing"; collaboratorid: string | null }>;
}

export interface TimelineEntry {
  event: "paid" | "authorized" | "in_review" | "approved" | "declined" | "voided" | "pharmacy" | "shipped" | "delivered" | "cancelled" | "refunded" | "refund_returned" | "parcel_shipped" | "parcel_delivered" | "parcel_returned";
  label: string;
  at: string | null;
  state: "done" | "current" | "todo";
  detail: string | null;
  amount: number | null;
}

export interface TimelineItem {
  id: string;
  kind: "decision" | "prescription" | "order" | "payment" | "subscription" | "message" | "review" | "emergency" | "document" | "letter" | "note" | "task";
  event: string;
  at: string;
  by: string | null;
  about: string | null;
  amount: number | null;
  refid: string | null;
  seq: number | null;
  excerpt: string | null;
}

export interface TreatmentChange {
  id: string;
  subscriptionid: string;
  status: "waiting" | "agreed" | "refused";
  agreeable: boolean;
  obstacle: string | null;
  title: string;
  begins: "now" | "when_box_ends" | "on_day";
  beginson: string | null;
  until: "go_on" | "stop" | "directions";
  today: string | null;
  then: string | null;
  from: { name: string; dosage: string; price: number; dayssupply: number };
  fromordered: boolean;
  to: { name: string; dosage: string; price: number; dayssupply: number; directions: string | null };
  chargeon: string | null;
  doctor: Doctor | null;
  note: string | null;
  refusal: string;
  at: string;
}

export interface UpsellRequest {
  id: string;
  patient: PatientSummary;
  order: Order;
  items: Array<PlanItem>;
  flags: ScreeningFlags;
  status: "open" | "approved" | "declined";
  requestedat: string;
}

export interface WebhookDelivery {
  event: ClinicEvent;
  status: "waiting" | "delivered" | "failed";
  attempts: number;
  lastattemptat: string | null;
  nextattemptat: string | null;
  laststatus: number | null;
  error: string | null;
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string;
  types: Array<"visit.submitted" | "hold.expiring" | "identity.review" | "plan.decided" | "renewal.requested" | "upsell.requested" | "prescription.stopped" | "order.paid" | "order.shipped" | "payment.failed" | "dispute.opened" | "subscription.cancelled" | "message.received" | "message.emergency" | "followup.completed" | "followup.emergency" | "answers.changed" | "document.uploaded" | "patient.moved" | "account.closed" | "account.merged" | "account.unmerged"> | null;
  createdat: string;
  disabledat: string | null;
  disabledby: "practice" | "failing" | "gone" | null;
  failingsince: string | null;
  waiting: number;
  failed: number;
  previoussecretuntil: string | null;
}

export interface WorkItem {
  id: string;
  kind: "answers" | "words" | "document" | "rules" | "not_mine";
  patient: PatientSummary | null;
  since: string;
  due: string;
  holds: boolean;
  version: number;
  entries: Array<WorkItemEntry>;
  medicines: Array<QueueMedicine>;
  flags: ScreeningFlags;
  closed: WorkItemClosing | null;
}

export interface WorkItemClosing {
  at: string;
  actor: string;
  name: string | null;
  outcome: "no_change" | "contacted" | "changed" | "referred";
  note: string | null;
  told: string | null;
  signedby: string | null;
}

export interface WorkItemDetail {
  id: string;
  kind: "answers" | "words" | "document" | "rules" | "not_mine";
  patient: PatientSummary | null;
  since: string;
  due: string;
  holds: boolean;
  version: number;
  entries: Array<WorkItemEntry>;
  medicines: Array<QueueMedicine>;
  flags: ScreeningFlags;
  closed: WorkItemClosing | null;
  phoneno: string | null;
  closeobstacle: string | null;
  asksmessage: boolean;
  voicemail: boolean;
  prescriptions: Array<Prescription>;
  orders: Array<{ order: Order; waits: boolean }>;
}

export interface WorkItemEntry {
  at: string;
  answers: Array<{ question: string; before: string | null; after: string | null }>;
  flags: ScreeningFlags;
  document: { id: string; kind: "insurance_front" | "insurance_back" | "referral" | "lab_result" | "other"; title: string; filename: string } | null;
}

/** What each call takes, answers, and can be refused with. */
export interface Calls {
  /** All patients, newest first */
  patients: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<PatientSummary>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** One patient with everything a plan is decided on */
  patient: {
    input: { params: { id: string } };
    output: PatientRecord;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Patients waiting to be accepted: those with an emergency first, then longest wait first */
  incoming: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<PatientSummary>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Accept a patient for a doctor, or for the one the router chose; accepting again changes nothing */
  accept: {
    input: { params: { id: string }; body?: { doctorid?: string | undefined } | null | undefined };
    output: PatientSummary;
    code: AnyCallCode | "merged" | "not_available_in_state" | "reason_required" | "wrong_state";
  };
  /** Patients whose identity check waits for a person, longest wait first */
  verification: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<{ id: string; firstname: string | null; lastname: string | null; email: string; emailrefusedsince: string | null; birthday: string | null; state: string | null; onboardingstatus: "PENDING" | "DONE"; identitystatus: "none" | "matched" | "no_match" | "review"; planstatus: "none" | "in_review" | "approved" | "declined"; carestatus: "none" | "incoming" | "accepted"; doctor: Doctor | null; since: string; emergencysince: string | null; death: Death | null; photos: Array<PatientPhoto> }>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** A photo of the identity check */
  photo: {
    input: { params: { id: string; photoid: string } };
    output: File;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** The file of a document the patient sent for their insurance */
  patientDocument: {
    input: { params: { id: string; documentid: string } };
    output: File;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** File a document about a patient that came from somebody else: a fax, another doctor's letter, a result. It's among the patient's documents, and waits for somebody to look at it as what a patient sends does */
  fileDocument: {
    input: { params: { id: string }; body: { kind: "insurance_front" | "insurance_back" | "referral" | "lab_result" | "other"; title?: string | undefined; from: string; datedon?: string | undefined }; file: Blob };
    output: { id: string };
    code: AnyCallCode | KeyedCallCode | UploadCode | "merged" | "reason_required";
  };
  /** Take a document that is about another patient out of this one's: nobody opens it there any more. With `forpatientid` it's filed among that patient's documents */
  withdrawDocument: {
    input: { params: { id: string; documentid: string }; body: { forpatientid?: string | undefined } };
    output: { id: string; withdrawnat: string };
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required";
  };
  /** Patients by the beginnings of their names, e-mail, phone, birthday or order number, newest first; all words must match */
  searchPatients: {
    input: { body: { q: string; nextpage?: string | undefined } };
    output: { items: Array<PatientSummary>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Up to five other patients whose name is easily mistaken for this one's: the same last name, and a first name that begins alike */
  namesakes: {
    input: { params: { id: string } };
    output: { items: Array<{ id: string; firstname: string | null; lastname: string | null; birthday: string | null }> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** A person's decision on an identity check */
  decideIdentity: {
    input: { params: { id: string }; body: { outcome: "matched" | "no_match"; reason?: "photo_unclear" | "id_expired" | "name_differs" | "birthday_differs" | "face_differs" | undefined } };
    output: PatientSummary;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Correct the outcome of an identity check, for example after a wrong click: another outcome, or `review` to look again. Until the plan is decided */
  correctIdentity: {
    input: { params: { id: string }; body: { outcome: "matched" | "no_match" | "review"; reason?: "photo_unclear" | "id_expired" | "name_differs" | "birthday_differs" | "face_differs" | undefined } };
    output: PatientSummary;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Two records that are likely of one person, side by side, with every verdict on them */
  pair: {
    input: { params: { id: string } };
    output: PersonPair;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Say whether two records are of one person, or correct it. `same` counts what either has at home for both; `not_same` lets both go on. The same once more changes nothing; `conflict` where somebody else said otherwise since */
  judgePair: {
    input: { params: { id: string }; body: { version: number; verdict: "same" | "not_same"; reason: string } };
    output: PersonPair;
    code: AnyCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** Whether two records can become one account, what has to end first, and how far it has come */
  pairMerge: {
    input: { params: { id: string } };
    output: PairMerge;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Ask the patient at both e-mails whether the two records, judged to be of one person, may become one account, and say what goes on of each subscription that ends by it. Nothing changes before both mailboxes agree. Asking the same once more changes nothing */
  askMerge: {
    input: { params: { id: string }; body: { survivingid: string; subscriptions?: Array<{ subscriptionid: string; goeson: "surviving" | "retired" }> | undefined } };
    output: PairMerge;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Withdraw the question, so that its links open nothing; what is withdrawn stays so */
  withdrawMerge: {
    input: { params: { id: string } };
    output: PairMerge;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Undo a merge within 30 days: the closed account opens again with its own sign-in; its subscriptions stay canceled, and are charged only if the patient starts them again. Refused once something was ordered or charged in the one that goes on; undoing it once more changes nothing */
  undoMerge: {
    input: { params: { id: string }; body: { reason: string } };
    output: PairMerge;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** What a medical letter has around its text, as its document would be printed if it were issued now */
  letterhead: {
    input: { params: { id: string }; query?: { doctorid?: string | undefined } | undefined };
    output: { issuer: string; title: string; issuedon: string; parties: Array<{ title: string; lines: Array<string> }>; closing: string; signer: { name: string; lines: Array<string> } };
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Issue a medical letter; it replaces the one before */
  issueLetter: {
    input: { params: { id: string }; body: { text: string; doctorid?: string | undefined; preparedid?: string | undefined } };
    output: { id: string; issuedat: string };
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Withdraw a letter that was meant for another patient: nobody reads or downloads it any more, and the letter before counts again. With `forpatientid` the same letter is issued for that patient by the same doctor */
  withdrawLetter: {
    input: { params: { id: string; letterid: string }; body: { forpatientid?: string | undefined } };
    output: RecordLetter;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** A letter that the patient said isn't theirs is theirs: they can download it again, and a message to them says why */
  keepLetter: {
    input: { params: { id: string; letterid: string }; body: { message: string } };
    output: RecordLetter;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** Approve the plan, all of it or product by product: prescriptions are written and the payment is captured. What is `declined`, `replaced` or to `start` later isn't in the first parcel, and what it costs is refunded at once */
  approvePlan: {
    input: { params: { id: string }; body?: { doctorid?: string | undefined; note?: string | undefined; visitnote?: string | undefined; revision?: string | undefined; accept?: boolean | undefined; refills?: number | Record<string, number> | undefined; directions?: Record<string, string> | undefined; declined?: Record<string, string> | undefined; replaced?: Record<string, { productid: string; pricingid: string; reason: string; despitewarning?: boolean | undefined }> | undefined; start?: Record<string, string> | undefined; followupon?: string | undefined; override?: Override | undefined } | null | undefined };
    output: PatientRecord;
    code: AnyCallCode | KeyedCallCode | "card_declined" | "conflict" | "emergency_open" | "expired_card" | "insufficient_funds" | "lost_card" | "merged" | "not_available_in_state" | "override_required" | "payment_pending" | "reason_required" | "wrong_state";
  };
  /** Decline the plan: the authorization is voided and the patient is told why */
  declinePlan: {
    input: { params: { id: string }; body: DeclineBody };
    output: PatientRecord;
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** Prescriptions to renew, longest wait first */
  prescriptionRenewals: {
    input: { query?: { nextpage?: string | undefined; patientid?: string | undefined } | undefined };
    output: { items: Array<PrescriptionRenewal>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Renew the prescription: prescription orders that waited for it are planned, and the patient is notified */
  approvePrescriptionRenewal: {
    input: { params: { id: string }; body?: { doctorid?: string | undefined; note?: string | undefined; visitnote?: string | undefined; revision?: string | undefined; refills?: number | undefined; directions?: string | undefined; followupon?: string | undefined; despitewarning?: boolean | undefined; override?: Override | undefined; preparedid?: string | undefined } | null | undefined };
    output: PatientRecord;
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "override_required" | "reason_required" | "wrong_state";
  };
  /** Do not renew the prescription: its subscriptions end, nothing more is charged, and the patient is told why */
  declinePrescriptionRenewal: {
    input: { params: { id: string }; body: { reason: string; doctorid?: string | undefined; visitnote?: string | undefined; revision?: string | undefined; preparedid?: string | undefined } };
    output: PatientRecord;
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** What a change to this product would mean, before it's made: what the patient pays, whether they have to agree, and what speaks against it */
  treatmentChangeQuote: {
    input: { params: { id: string }; query: { productid: string; pricingid: string; begins?: "now" | "when_box_ends" | "on_day" | undefined; beginson?: string | undefined; until?: "go_on" | "stop" | "directions" | undefined; untilpace?: "double" | "label" | "three_quarters" | "two_thirds" | "half" | "third" | undefined } };
    output: { status: "waiting" | "agreed"; price: number; dayssupply: number; before: number; daysbefore: number; chargeon: string | null; onhanduntil: string | null; double: string | null; directions: string; refills: number; obstacle: string | null; warnings: Array<{ ruleid: string; text: string }> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Prescribe another product, strength or supply instead, beginning now, when the box ends or on a day: at once when that costs the patient no more and nothing sooner, otherwise once they agree */
  changeTreatment: {
    input: { params: { id: string }; body: { productid: string; pricingid: string; followupid?: string | undefined; begins?: "now" | "when_box_ends" | "on_day" | undefined; beginson?: string | undefined; until?: "go_on" | "stop" | "directions" | undefined; untildirections?: string | undefined; untilpace?: "double" | "label" | "three_quarters" | "two_thirds" | "half" | "third" | undefined; directions?: string | undefined; refills?: number | undefined; followupon?: string | undefined; despitewarning?: boolean | undefined; override?: Override | undefined; doctorid?: string | undefined; note?: string | undefined; visitnote?: string | undefined; revision?: string | undefined; preparedid?: string | undefined } };
    output: { status: "waiting" | "agreed"; price: number; before: number; subscription: Subscription };
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "not_available_in_state" | "override_required" | "reason_required" | "wrong_state";
  };
  /** Take back a treatment change that the patient hasn't answered: everything is as before it, also what it stopped */
  withdrawChange: {
    input: { params: { id: string }; body: { doctorid?: string | undefined; note: string; visitnote?: string | undefined } };
    output: { subscription: Subscription };
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** Upsells that patients in care accepted and a doctor has to decide, longest wait first */
  upsells: {
    input: { query?: { nextpage?: string | undefined; patientid?: string | undefined } | undefined };
    output: { items: Array<UpsellRequest>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Prescribe the upsell: the payment is captured and the order is sent */
  approveUpsell: {
    input: { params: { id: string }; body?: { doctorid?: string | undefined; note?: string | undefined; visitnote?: string | undefined; revision?: string | undefined; directions?: Record<string, string> | undefined; followupon?: string | undefined; despitewarning?: boolean | undefined; override?: Override | undefined } | null | undefined };
    output: UpsellRequest;
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "override_required" | "reason_required" | "wrong_state";
  };
  /** Do not prescribe the upsell: its authorization is voided, and the patient is told why */
  declineUpsell: {
    input: { params: { id: string }; body: DeclineBody };
    output: UpsellRequest;
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** What a stop, a hold, a release, an early fill or going on after a break would mean today, before it's done: what goes on hold with it, what stays, comes or goes on beside it, and what speaks against it */
  stepQuote: {
    input: { params: { id: string }; query: { step: "stop" | "hold" | "release" | "early" | "endbreak" } };
    output: { onhold: Array<string>; beside: Array<string>; obstacle: string | null; warnings: Array<string> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Stop a medicine at once: its subscriptions end, what is planned or authorized is dropped, what was paid and not sent is refunded, and the patient is told what to do with what is at home */
  stopPrescription: {
    input: { params: { id: string }; body: { reason: string; message: string; doctorid?: string | undefined; visitnote?: string | undefined; wrongpatient?: boolean | undefined } };
    output: PrescriptionAction;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** Rest a medicine: nothing of it is charged or sent until it is released, and the patient is told */
  holdPrescription: {
    input: { params: { id: string }; body: { reason: string; message: string; doctorid?: string | undefined; visitnote?: string | undefined } };
    output: PrescriptionAction;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** Let a medicine that is on hold go on: what waited for it is planned again, and the patient is told */
  releasePrescription: {
    input: { params: { id: string }; body: { reason: string; message: string; doctorid?: string | undefined; visitnote?: string | undefined; despitewarning?: boolean | undefined } };
    output: PrescriptionAction;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** Let the patient order the next box now, once: for a journey, a lost or damaged box, or a raised dose; with what comes in the same parcel. A refill has to be left. Nothing is charged until the patient orders it */
  allowEarlyFill: {
    input: { params: { id: string }; body: { reason: string; message: string; doctorid?: string | undefined; visitnote?: string | undefined; cause: "travel" | "lost" | "damaged" | "dose_raised"; partnersgone?: boolean | undefined } };
    output: { id: string; until: string; names: Array<string> };
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** What a break from a medicine would mean, before it's written: what rests with it, and what it moves */
  restQuote: {
    input: { params: { id: string }; query: { from: string; until: string } };
    output: { names: Array<string>; onhanduntil: string | null; onhandbefore: string | null; obstacle: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Let a patient take a break from a medicine until a day, such as for surgery, with what may not be taken without it: none of it is used on those days, so the next box comes as much later, and the patient is told now, when the break begins and when it's over */
  restPrescription: {
    input: { params: { id: string }; body: { reason: string; message: string; doctorid?: string | undefined; visitnote?: string | undefined; from: string; until: string; revision?: string | undefined } };
    output: { id: string; from: string; until: string; names: Array<string>; nextchargeon: string | null };
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** End a patient's break from a medicine today, or before it begins, with what rests along with it; the patient is told */
  endRest: {
    input: { params: { id: string }; body: { reason: string; message: string; doctorid?: string | undefined; visitnote?: string | undefined } };
    output: { id: string; names: Array<string>; nextchargeon: string | null };
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** What other directions would mean, before they're written: how long a fill and what the patient has at home last at that pace */
  directionsQuote: {
    input: { params: { id: string }; query: { pace: "label" | "three_quarters" | "two_thirds" | "half" | "third"; begins?: "now" | "when_box_ends" | "on_day" | undefined; beginson?: string | undefined } };
    output: { beginson: string | null; directions: string | null; pace: "double" | "label" | "three_quarters" | "two_thirds" | "half" | "third"; replaces: Array<PlannedDirections>; dayssupply: number | null; daysbefore: number | null; onhanduntil: string | null; onhandbefore: string | null; runsouton: string | null; obstacle: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Change how the patient uses a medicine, starting today, after the present box, or on a later day: its directions, and how fast it's used by them beside its label. What was to begin on that day or later doesn't. What is at home lasts accordingly, the next charge is planned by it, and the patient is told */
  changeDirections: {
    input: { params: { id: string }; body: { reason: string; message: string; doctorid?: string | undefined; visitnote?: string | undefined; directions: string; pace: "label" | "three_quarters" | "two_thirds" | "half" | "third"; begins?: "now" | "when_box_ends" | "on_day" | undefined; beginson?: string | undefined; revision?: string | undefined; preparedid?: string | undefined } };
    output: { id: string; directions: string; pace: "label" | "three_quarters" | "two_thirds" | "half" | "third"; beginson: string | null; onhanduntil: string | null; nextchargeon: string | null };
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** What waits for a decision, longest wait first: plans (incoming, accepted), identities, prescription renewals, upsells, follow-ups to read or to send, and treatment changes the patient has yet to agree to */
  cases: {
    input: { query: { nextpage?: string | undefined; status: "incoming" | "accepted" | "identity" | "renewal" | "upsell" | "followup" | "followup_due" | "change" } };
    output: { items: Array<CaseItem>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** The states in which nobody who is here may decide today, with how many patients wait there: no license, or nobody decides in the doctor's name */
  undecidable: {
    input: Record<never, never>;
    output: { items: Array<{ state: string; patients: number }> };
    code: AnyCallCode;
  };
  /** Orders by status, oldest first; `ready` are those to pack and send now, also the rest of one that is on its way, `asked` those that wait for an answer to a pharmacist's question, `past_due` failed charges, `disputed` orders with an open dispute, `mismatch_decided` what became of payments that differed, for two weeks, newest first */
  orders: {
    input: { query: { nextpage?: string | undefined; status: "authorized" | "paid" | "ready" | "asked" | "shipped" | "mismatch" | "mismatch_decided" | "past_due" | "written_off" | "disputed" } };
    output: { items: Array<OrderItem>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** The order with this number, in whatever state, also delivered, cancelled or refunded; none where there is none */
  orderByNumber: {
    input: { params: { number: string } };
    output: { items: Array<OrderItem> };
    code: AnyCallCode;
  };
  /** Everything that waits for the caller, most urgent first: emergencies, what is too late within a day, then what has waited longest. With the number of each kind, counted at the same moment; `limit=0` asks for the numbers alone. The next page goes on as of the first one's moment; what was settled since is left out */
  inbox: {
    input: { query?: { nextpage?: string | undefined; kind?: "emergency" | "work_item" | "task" | "conversation" | "incoming" | "accepted" | "renewal" | "upsell" | "followup" | "followup_due" | "change" | "identity" | "pair" | "contact" | "ready" | "mismatch" | "past_due" | "dispute" | "plan" | undefined; whose?: "all" | "mine" | "nobodys" | undefined; patientid?: string | undefined; limit?: number | string | undefined } | undefined };
    output: { items: Array<InboxItem>; nextpage: string | null; kinds: Array<InboxCount> };
    code: AnyCallCode;
  };
  /** Cancel a subscription for a patient who asks for it, as they can themselves */
  cancelSubscription: {
    input: { params: { id: string; subscriptionid: string }; body: { asked: PatientAsked; reason?: string | undefined; despitewarning?: boolean | undefined } };
    output: SubscriptionsResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** Pause a subscription for one to three months, with what shares its parcel */
  pauseSubscription: {
    input: { params: { id: string; subscriptionid: string }; body: { asked: PatientAsked; months: number } };
    output: SubscriptionsResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** End a pause early */
  resumeSubscription: {
    input: { params: { id: string; subscriptionid: string }; body: { asked: PatientAsked } };
    output: SubscriptionsResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** Take a cancellation back, or start a canceled subscription again, for a patient who asks for it, as they can themselves */
  restartSubscription: {
    input: { params: { id: string; subscriptionid: string }; body: { asked: PatientAsked } };
    output: SubscriptionsResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** Skip a scheduled prescription order and what shares its parcel for a patient who asks for it */
  skipPrescriptionOrder: {
    input: { params: { id: string; prescriptionorderid: string }; body: { asked: PatientAsked } };
    output: SubscriptionsResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** Take the skip of a prescription order back for a patient who asks for it, with what was skipped along */
  takeSkipBack: {
    input: { params: { id: string; prescriptionorderid: string }; body: { asked: PatientAsked } };
    output: SubscriptionsResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** Move a scheduled prescription order, with what shares its parcel, to another of the days it can come on, for a patient who asks for it */
  movePrescriptionOrder: {
    input: { params: { id: string; prescriptionorderid: string }; body: { asked: PatientAsked; day: string } };
    output: SubscriptionsResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** Medicines that could be suggested to this patient, each with what today's rules say against it */
  suggestibleMedicines: {
    input: { params: { id: string } };
    output: { items: Array<{ productid: string; name: string; form: string; strength: string; pricings: Array<{ pricingid: string; dayssupply: number; price: number }>; obstacle: string | null }> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** What suggesting this medicine would mean, before it's done: what the patient would take from when, what they'd pay and when, and what speaks against it */
  suggestionQuote: {
    input: { params: { id: string }; query: { productid: string; pricingid: string; beginson?: string | undefined } };
    output: { price: number; dayssupply: number; begins: string; consent: string; companion: string | null; directions: string; refills: number; obstacle: string | null; warnings: Array<{ ruleid: string; text: string }> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Suggest adding a medicine that the patient didn't ask for: it is prescribed, charged and sent once they agree to it and its price */
  suggestMedicine: {
    input: { params: { id: string }; body: { productid: string; pricingid: string; beginson?: string | undefined; directions?: string | undefined; note: string; despitewarning?: boolean | undefined; override?: Override | undefined; doctorid?: string | undefined; visitnote?: string | undefined; revision?: string | undefined } };
    output: Suggestion;
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "not_available_in_state" | "override_required" | "reason_required" | "wrong_state";
  };
  /** Take back a suggested medicine that the patient hasn't answered; they read why */
  withdrawSuggestion: {
    input: { params: { id: string }; body: { doctorid?: string | undefined; note: string; visitnote?: string | undefined } };
    output: Suggestion;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** Send a treatment review; an open one is returned */
  sendFollowup: {
    input: { params: { id: string }; body?: { code?: string | undefined } | null | undefined };
    output: { followupid: string; followupstatus: "SENT" | "CLAIMED"; code: string | null };
    code: AnyCallCode | "coupon_not_found" | "merged" | "reason_required" | "wrong_state";
  };
  /** The day on which a prescriber wants to hear from the patient again */
  followupDay: {
    input: { params: { id: string } };
    output: FollowupDay;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Set the day on which the patient is sent the next treatment review, in place of an earlier one or of the practice's interval; null takes it back */
  setFollowupDay: {
    input: { params: { id: string }; body: { followupon: string | null; doctorid?: string | undefined } };
    output: FollowupDay;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** The follow-up codes of this deployment, by what they give */
  followupCodes: {
    input: Record<never, never>;
    output: { items: Array<{ code: string; percent: number }> };
    code: AnyCallCode;
  };
  /** Treatment reviews no doctor has read yet, completed or reporting an emergency: patients with an emergency first, then longest wait first */
  followups: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<FollowupResult>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** What a patient answered in a treatment review */
  followupResult: {
    input: { params: { id: string } };
    output: FollowupResult;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Record that a doctor has read it; the note is sent to the patient as a message */
  closeFollowup: {
    input: { params: { id: string }; body?: { doctorid?: string | undefined; note?: string | undefined; visitnote?: string | undefined; followupon?: string | undefined; revision?: string | undefined } | null | undefined };
    output: FollowupResult;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** A patient's messages with the practice across all conversations, newest first */
  messages: {
    input: { params: { id: string }; query?: { cursor?: string | undefined; limit?: number | string | undefined } | undefined };
    output: { items: Array<Message>; cursor: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Conversations in which a patient waits for an answer: those with an emergency first, then longest wait first */
  conversations: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<ClinicConversation>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** One conversation and how far the patient has read */
  conversation: {
    input: { params: { id: string } };
    output: ClinicConversation;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Messages of one conversation, newest first */
  conversationMessages: {
    input: { params: { id: string }; query?: { cursor?: string | undefined; limit?: number | string | undefined } | undefined };
    output: { items: Array<Message>; cursor: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Answers given often, filled in for this patient; one that needs what is not known of the patient is left out. And what can be sent to read with an answer: leaflets of the practice first, then the help center's articles, in their order */
  cannedReplies: {
    input: { params: { id: string } };
    output: { items: Array<{ id: string; title: string; text: string }>; articles: Array<TeachingMaterial> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** A patient's conversations, for writing to the patient */
  patientConversations: {
    input: { params: { id: string } };
    output: { items: Array<ClinicConversation> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Send a message to the patient, from the doctor or patient services, whichever the conversation is with */
  sendMessage: {
    input: { params: { id: string }; body: { message: string; needsreply?: boolean | undefined; clientid?: string | undefined; answersseq?: number | undefined; seenseq?: number | undefined; type?: "text" | "prescription_followup" | undefined; articleid?: string | undefined } };
    output: Message;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** Send a file to the patient, with a few words */
  sendMessageAttachment: {
    input: { params: { id: string }; body: { message?: string | undefined; clientid?: string | undefined; answersseq?: number | string | undefined; seenseq?: number | string | undefined; articleid?: string | undefined }; file: Blob };
    output: Message;
    code: AnyCallCode | KeyedCallCode | UploadCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** Take back a message of the practice that was meant for another patient. Its text is shown to nobody any more. With `forpatientid` that patient is sent the same, in the caller's name */
  withdrawMessage: {
    input: { params: { id: string; mid: string }; body: { forpatientid?: string | undefined } };
    output: Message;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** A message that the patient said isn't theirs is theirs: it's shown to them again, with a message that says why */
  keepMessage: {
    input: { params: { id: string; mid: string }; body: { message: string } };
    output: Message;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** The file of a message */
  messageAttachment: {
    input: { params: { id: string; attachmentid: string } };
    output: File;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Mark a conversation as read by the practice up to a message; the mark never moves back, and the patient sees it */
  readConversation: {
    input: { params: { id: string }; body: { seq: number } };
    output: ClinicConversation;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Close a conversation, or reopen it; the patient can still read it */
  openConversation: {
    input: { params: { id: string }; body: { open: boolean } };
    output: ClinicConversation;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Whose a conversation can be: the people who may answer it */
  assignees: {
    input: { params: { id: string } };
    output: { items: Array<{ memberid: string; name: string }> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Assign a conversation to somebody who may answer it, or release it */
  assignConversation: {
    input: { params: { id: string }; body: { memberid: string | null; fromid?: string | undefined } };
    output: ClinicConversation;
    code: AnyCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** What a conversation handed over or was handed, with the internal notes, oldest first */
  handovers: {
    input: { params: { id: string } };
    output: { items: Array<Handover> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Hand what waits in a conversation to the patient's other one: the doctor's to patient services, or theirs to the doctor */
  handOverConversation: {
    input: { params: { id: string }; body: { note: string; seq: number } };
    output: ClinicConversation;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "not_available_in_state" | "reason_required" | "wrong_state";
  };
  /** Emergencies that nobody has acknowledged, from messages, treatment reviews, health answers, the contact form and reasons for a cancellation, oldest first; with state=open all that no clinician has closed, of one patient with patientid */
  emergencies: {
    input: { query?: { nextpage?: string | undefined; state?: "unacknowledged" | "open" | undefined; patientid?: string | undefined } | undefined };
    output: { items: Array<ClinicEmergency>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** One emergency, also after it was closed */
  emergency: {
    input: { params: { id: string } };
    output: ClinicEmergency;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Acknowledge an emergency that somebody of the practice takes care of: it leaves the front of the lists and is mailed to nobody any more, and stays open until a clinician closes it. A repeat changes nothing */
  acknowledgeEmergency: {
    input: { params: { id: string }; body?: { note?: string | undefined } | null | undefined };
    output: ClinicEmergency;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Note a phone call about an emergency: whom it reached, and what was said */
  emergencyCalled: {
    input: { params: { id: string }; body: { reached: "patient" | "other" | "nobody"; text: string } };
    output: ClinicEmergency;
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required";
  };
  /** Close an emergency that is over, with its outcome: the patient's home goes back to normal. It counts as acknowledged. A repeat changes nothing */
  closeEmergency: {
    input: { params: { id: string }; body: { outcome: string } };
    output: ClinicEmergency;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** What patients told that nobody has looked at, what is due first: health answers a rule is about, their own words, documents they uploaded, rules that changed since they answered, and documents and medicines they say aren't theirs */
  workItems: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<WorkItem>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** One of them, with the patient's phone number, prescriptions and orders that have yet to be sent */
  workItem: {
    input: { params: { id: string } };
    output: WorkItemDetail;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Say what came of it. What waited for it may be sent and charged again. `conflict` where the patient added something since, or somebody else closed it with another outcome; the same once more changes nothing. A result or a letter is signed off so by a prescriber, `wrong_state` for others */
  closeWorkItem: {
    input: { params: { id: string }; body: { version: number; outcome: "no_change" | "contacted" | "changed" | "referred"; note?: string | undefined; message?: string | undefined } };
    output: WorkItemDetail;
    code: AnyCallCode | "conflict" | "emergency_open" | "merged" | "reason_required" | "wrong_state";
  };
  /** What is open of a patient that somebody was asked, also what waits for its day, by its day */
  patientTasks: {
    input: { params: { id: string }; query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<Task>; nextpage: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** What the caller asked, or reminds themself of, that is open: also what waits for its day, by its day */
  tasksAsked: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<Task>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Tasks and questions of everybody whose day has passed, longest first, at most 100, and how many there are. What they say and about whom isn't told */
  overdueTasks: {
    input: Record<never, never>;
    output: { items: Array<OverdueTask>; count: number };
    code: AnyCallCode;
  };
  /** One of them */
  task: {
    input: { params: { id: string } };
    output: Task;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Who can be asked: the roles, and their people by name */
  whoIsAsked: {
    input: Record<never, never>;
    output: { items: Array<{ role: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator"; kinds: Array<"task" | "question" | "order_question" | "not_mine" | "counseling" | "prepared" | "aside" | "log">; clinical: boolean; people: Array<{ memberid: string; name: string }> }> };
    code: AnyCallCode;
  };
  /** Ask somebody, or remind oneself of, something that is about no patient. A `task` needs a day and isn't seen before */
  addTask: {
    input: { body: { kind: "task" | "question"; role?: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator" | undefined; memberid?: string | undefined; dueon?: string | undefined; words: string } };
    output: Task;
    code: AnyCallCode | KeyedCallCode;
  };
  /** The same about a patient, and, if it's named, about an order or a conversation of theirs */
  addPatientTask: {
    input: { params: { id: string }; body: { kind: "task" | "question"; role?: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator" | undefined; memberid?: string | undefined; dueon?: string | undefined; words: string; orderid?: string | undefined; conversationid?: string | undefined } };
    output: Task;
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required";
  };
  /** A pharmacist's question to the prescriber. The order is neither packed nor sent, and no label of it is printed, until it's answered or withdrawn. `wrong_state` where nothing is left to send */
  askAboutOrder: {
    input: { params: { id: string }; body: { words: string } };
    output: Task;
    code: AnyCallCode | KeyedCallCode | "wrong_state";
  };
  /** Write a decision or a letter for the patient's doctor to sign. It waits as a task with its fields and has no effect; the deciding call signs it with `preparedid`, by its own rules on that day. What was given back, or what the caller prepared before of the same thing, is replaced. `conflict`, with who it was, where somebody else has prepared one; `wrong_state` where there's nothing to decide */
  prepareDecision: {
    input: { params: { id: string }; body: { decision: "renewal_approved" | "renewal_declined" | "treatment_changed" | "directions_changed" | "letter"; refid: string; fields: Array<{ id: string; value: string }>; revision: string; words?: string | undefined } };
    output: Task;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** Put a case, a renewal or an upsell aside: it isn't in the inbox before that day, or, with `foranswer`, before the patient writes to the doctor, whichever comes first; and it comes back a day before the bank lets go of its payment. Without a day it's as long as the practice waits for an answer. Ended with `dropped` it's back at once; deciding it ends it. `wrong_state` where it doesn't wait, or the payment can't; `conflict` where it's aside already */
  putAside: {
    input: { params: { id: string }; body: { of: "case" | "renewal" | "upsell"; refid: string; until?: string | undefined; foranswer?: boolean | undefined; words?: string | undefined } };
    output: Task;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** Answer a question, or give back what was prepared. It then waits for whoever asked. `conflict`, with who it was, where somebody answered first; the same once more changes nothing */
  answerTask: {
    input: { params: { id: string }; body: { answer: string } };
    output: Task;
    code: AnyCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** Say what came of it: `done`, `answered` once the answer was read, `dropped` to withdraw it; of a talk with the pharmacist `talked`, `declined` or `not_reached`; of what was logged `settled` with its outcome, `done` for what stands on a chart and is no longer so, `dropped` for what was entered in error, also after it ended. `conflict` where it ended otherwise; the same once more changes nothing */
  endTask: {
    input: { params: { id: string }; body: { outcome: "done" | "answered" | "dropped" | "talked" | "declined" | "not_reached" | "settled"; logoutcome?: string | undefined; note?: string | undefined } };
    output: Task;
    code: AnyCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** It isn't seen before that day. A task's day moves with it; a question can't be put aside beyond the day it's to be answered by */
  putTaskAside: {
    input: { params: { id: string }; body: { until: string } };
    output: Task;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Somebody else is asked */
  reassignTask: {
    input: { params: { id: string }; body: { role?: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator" | undefined; memberid?: string | undefined } };
    output: Task;
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** The kinds of entries that the caller makes or reads, with the fields and outcomes of each */
  logKinds: {
    input: Record<never, never>;
    output: { items: Array<{ id: string; label: string; words: string; about: "patient" | "practice"; ends: "at_once" | "work" | "chart"; mayadd: boolean; for: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator" | null; source: string | null; fields: Array<{ id: string; label: string; type: "choice" | "line" | "day" | "email"; choices: Array<LogChoice>; optional: boolean }>; outcomes: Array<LogChoice> }> };
    code: AnyCallCode;
  };
  /** Entries that the caller may read, newest first: of one kind, of all patients or none, only the open ones */
  log: {
    input: { query?: { nextpage?: string | undefined; kind?: string | undefined; state?: "open" | undefined } | undefined };
    output: { items: Array<Task>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** What was logged of a patient that the caller may read, newest first; with state=chart what stands on the chart */
  patientLog: {
    input: { params: { id: string }; query?: { nextpage?: string | undefined; state?: "chart" | undefined } | undefined };
    output: { items: Array<Task>; nextpage: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** A logged side effect as a PDF with the fields of Form FDA 3500: initials instead of a name, the medicine with its lot and NDC as it was dispensed. For whoever may read the entry */
  fdaReport: {
    input: { params: { id: string } };
    output: File;
    code: AnyCallCode | "merged" | "reason_required" | "unprintable" | "wrong_state";
  };
  /** Log something that is about no patient */
  addLog: {
    input: { body: { kind: string; words: string; fields: Array<NewLogField>; outcome?: string | undefined } };
    output: Task;
    code: AnyCallCode | KeyedCallCode;
  };
  /** Log something about a patient, and, if it's named, about an order of theirs. What ends at once needs its outcome, where its kind has any */
  addPatientLog: {
    input: { params: { id: string }; body: { kind: string; words: string; fields: Array<NewLogField>; outcome?: string | undefined; orderid?: string | undefined } };
    output: Task;
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required";
  };
  /** By what the caller may list patients, with what can be chosen */
  listFilters: {
    input: Record<never, never>;
    output: { filters: Array<"medicine" | "strength" | "lotnumber" | "doctor" | "state" | "carestatus" | "notseensince" | "answer" | "checkup" | "reviewopen" | "awaitsreply">; medicines: Array<{ id: string; label: string; strengths: Array<LogChoice> }>; doctors: Array<LogChoice>; states: Array<LogChoice>; questions: Array<{ id: string; label: string; values: Array<LogChoice> }>; checkups: Array<{ id: string; label: string; source: string }> };
    code: AnyCallCode;
  };
  /** Patients of whom all of this is true, newest first, with how many they are. A closed account is among them; one that became part of another is found as that one */
  listPatients: {
    input: { body: { filters: ListFilters; nextpage?: string | undefined } };
    output: { items: Array<ListedPatient>; nextpage: string | null; count: number; leftout: { closed: number; death_reported: number; restricted: number } };
    code: AnyCallCode;
  };
  /** Lists the caller kept, and those of their roles that they may look at, by name */
  savedLists: {
    input: Record<never, never>;
    output: { items: Array<SavedList> };
    code: AnyCallCode;
  };
  /** Keep a list under a name, for oneself or for everybody of one of one's roles */
  saveList: {
    input: { body: { name: string; role?: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator" | undefined; filters: ListFilters } };
    output: SavedList;
    code: AnyCallCode | KeyedCallCode;
  };
  /** Forget a saved list; its patients stay as they are */
  forgetList: {
    input: { params: { id: string } };
    output: { id: string };
    code: AnyCallCode;
  };
  /** One task or question for each patient on a list, as it is now; they're opened one after the other. `conflict` where it isn't as many as `count` any more */
  listTasks: {
    input: { body: { filters: ListFilters; count: number; kind: "task" | "question"; role?: "physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator" | undefined; memberid?: string | undefined; dueon?: string | undefined; words: string } };
    output: ListAction;
    code: AnyCallCode | KeyedCallCode | "conflict";
  };
  /** The same message to each patient on a list, as it is now, in their conversation with the doctor or with patient services. What they wrote before stays unanswered. `conflict` where it isn't as many as `count` any more */
  listMessage: {
    input: { body: { filters: ListFilters; count: number; kind: "doctor" | "patient_services"; message: string; needsreply?: boolean | undefined } };
    output: ListAction;
    code: AnyCallCode | KeyedCallCode | "conflict";
  };
  /** What the caller began for lists, newest first, at most 20, and how far each is */
  listActions: {
    input: Record<never, never>;
    output: { items: Array<ListAction> };
    code: AnyCallCode;
  };
  /** Everybody on a list as a file for a spreadsheet, for somebody who may have it */
  exportList: {
    input: { body: { filters: ListFilters; recipient: "patient" | "representative" | "insurer" | "court" | "practice" | "authority" | "other"; words: string } };
    output: File;
    code: AnyCallCode;
  };
  /** All that happened with a patient, as far as the caller reads it, newest first: of some kinds, or with all of some words in what was written */
  timeline: {
    input: { params: { id: string }; body: { kinds?: Array<"decision" | "prescription" | "order" | "payment" | "subscription" | "message" | "review" | "emergency" | "document" | "letter" | "note" | "task"> | undefined; words?: string | undefined; nextpage?: string | undefined } };
    output: { kinds: Array<"decision" | "prescription" | "order" | "payment" | "subscription" | "message" | "review" | "emergency" | "document" | "letter" | "note" | "task">; items: Array<TimelineItem>; nextpage: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** The unusual accesses of a week, by the task that asks to look at them: what is open first */
  accessReview: {
    input: { params: { id: string } };
    output: { week: string; items: Array<AccessFinding> };
    code: AnyCallCode;
  };
  /** Say what was found of one. An incident is logged as one; the task ends with the last. `own_account` for one's own access; `conflict` where somebody said something else; the same once more changes nothing */
  judgeAccess: {
    input: { params: { id: string }; body: { outcome: "explained" | "talk" | "incident"; note: string } };
    output: { week: string; items: Array<AccessFinding> };
    code: AnyCallCode | "conflict" | "own_account";
  };
  /** A month's sample of a prescriber's decisions, by the task that asks to read it, for whom it waits and for who decided. Whoever is asked about a concern reads that decision. `wrong_state` where it waits for somebody else */
  peerReview: {
    input: { params: { id: string } };
    output: PeerReview;
    code: AnyCallCode | "wrong_state";
  };
  /** Answer to one. A concern becomes a question to who decided, and an entry for the administrators that names no patient; the task ends with the last. `own_account` for one's own decision; `conflict` where somebody answered something else; the same once more changes nothing */
  judgeDecision: {
    input: { params: { id: string }; body: { outcome: "agrees" | "remark" | "concern"; words?: string | undefined; doctorid?: string | undefined } };
    output: PeerReview;
    code: AnyCallCode | "conflict" | "own_account" | "wrong_state";
  };
  /** Messages from the contact form that nobody has answered, oldest first */
  contactMessages: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<ContactMessage>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Mark a message as answered by e-mail: it leaves the list. A repeat changes nothing */
  contactAnswered: {
    input: { params: { id: string } };
    output: ContactMessage;
    code: AnyCallCode;
  };
  /** Change contact data for a patient who asks for it, by the rules of their account. A new e-mail is used once it's confirmed from its own mailbox; the old one can stop it */
  changeContact: {
    input: { params: { id: string }; body: { asked: PatientAsked; revision?: string | undefined; firstname?: string | undefined; lastname?: string | undefined; birthday?: string | undefined; phoneno?: string | null | undefined; email?: string | undefined; shippingaddress?: { firstname?: string | undefined; lastname?: string | undefined; address1: string; address2?: string | undefined; city: string; state: string; zipcode: string; zipconfirmed?: string | undefined; phoneno?: string | undefined } | undefined } };
    output: { message: string; contactrevision: string; pendingemail: string | null };
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "not_available_in_state" | "reason_required" | "wrong_state";
  };
  /** The health questions a patient can answer again, with the answers as they are now */
  healthAnswers: {
    input: { params: { id: string } };
    output: { version: number; screens: Array<HealthScreen> };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** What would follow from these answers, and the questions as they would be open; nothing is kept */
  previewTold: {
    input: { params: { id: string }; body: { answers: Array<Answer> } };
    output: { follows: Array<string>; screens: Array<HealthScreen> };
    code: AnyCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Record what a patient told of their health: a new version of the answers, screened at once as if the patient had changed them; the patient is asked to check it */
  recordTold: {
    input: { params: { id: string }; body: { told: { source: "phone" | "in_person" | "doctors_letter"; teller: "patient" | "other"; on: string; callerproved: "birthday_and_address" | "birthday_and_phone" | "birthday_and_email" | "photo_id" | "letterhead"; note?: string | undefined }; answers: Array<Answer>; version: number; reviewed?: boolean | undefined } };
    output: { message: string; version: number };
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required" | "wrong_state";
  };
  /** What was mailed to a patient, and copied to helpers, in the last 90 days, newest first, and whether the mail server took it; no bounce that came later is known */
  patientMails: {
    input: { params: { id: string }; query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<PatientMail>; nextpage: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Send a mail again, to the address the patient has now; not where it has a link that works once, or says what may have changed since */
  resendMail: {
    input: { params: { id: string; mailid: string }; body?: Record<string, never> | null | undefined };
    output: { message: string; mail: PatientMail };
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Mail a link to choose a new password to the address on record, for a patient who asks for it. The link is in no answer, and goes to no other address */
  sendRecoveryLink: {
    input: { params: { id: string }; body: { asked: PatientAsked } };
    output: { message: string };
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** What a patient owes because charges failed, and what can be done about it */
  pastDue: {
    input: { params: { id: string } };
    output: PatientPastDue;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Try what is past due again, on the card on file, for a patient who asks for it: in one amount, by the rules of a patient who saves a card */
  chargePastDue: {
    input: { params: { id: string }; body: { asked: PatientAsked; amount: number } };
    output: { outcome: "paid" | "declined" | "pending"; amount: number; message: string };
    code: AnyCallCode | KeyedCallCode | "conflict" | "emergency_open" | "merged" | "wrong_state";
  };
  /** Send a patient who is past due one of the prepared mails, with the way to the page for a new card */
  mailPastDue: {
    input: { params: { id: string }; body: { mail: "payment_link" | "payment_help" | "payment_closing" } };
    output: { message: string };
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Write off charges that failed: they aren't tried again. The patient can still pay them */
  writeOff: {
    input: { params: { id: string }; body: { prescriptionorderids: Array<string>; reason: "not_reached" | "left" | "not_worth_it" | "our_mistake" | "died"; note?: string | undefined } };
    output: PatientPastDue;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required";
  };
  /** Take write-offs of a patient's charges back: they're past due again, and tried when somebody tries them */
  takeWriteOffBack: {
    input: { params: { id: string }; body: { prescriptionorderids: Array<string> } };
    output: PatientPastDue;
    code: AnyCallCode | KeyedCallCode | "conflict" | "merged" | "reason_required";
  };
  /** The credits a patient was given, and how much more the caller may give */
  credits: {
    input: { params: { id: string } };
    output: { items: Array<Credit>; mostnow: number; limit: string };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Give a patient an amount off their next orders; they're told by mail. It's used before any other earned discount, and what one order doesn't use is kept for the next */
  giveCredit: {
    input: { params: { id: string }; body: { amount: number; reason: "late" | "damaged" | "wrong_item" | "wrong_charge" | "goodwill"; note: string } };
    output: { message: string; credit: Credit };
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Withdraw what no order has used of a credit; the patient is told by mail */
  withdrawCredit: {
    input: { params: { id: string; creditid: string }; body?: Record<string, never> | null | undefined };
    output: { message: string; credit: Credit };
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** What the practice noted about a patient for itself, newest first */
  notes: {
    input: { params: { id: string }; query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<StaffNote>; nextpage: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Note something about a patient for the practice. It can't be changed: a correction is another note */
  writeNote: {
    input: { params: { id: string }; body: { text: string } };
    output: StaffNote;
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required";
  };
  /** Withdraw a note of one's own, or anybody's that's about another patient: that there was one stays, its text is shown to nobody. With `forpatientid` it's entered in that patient's record in the caller's name. A repeat changes nothing */
  withdrawNote: {
    input: { params: { id: string }; body?: { wrongpatient?: boolean | undefined; forpatientid?: string | undefined } | null | undefined };
    output: StaffNote;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** The signed notes that decisions left in a patient's record, newest first, with what was added to them */
  visitNotes: {
    input: { params: { id: string }; query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<SignedVisitNote>; nextpage: string | null };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** The note that a decision would leave in the record if it were made now, drafted from it; nothing is kept */
  draftVisitNote: {
    input: { params: { id: string }; body: { decision: "plan_approved" | "plan_declined" | "renewal_approved" | "renewal_declined" | "treatment_changed" | "change_withdrawn" | "upsell_approved" | "upsell_declined" | "medicine_suggested" | "suggestion_withdrawn" | "medicine_stopped" | "medicine_held" | "medicine_released" | "early_fill_allowed" | "directions_changed" | "break_planned" | "break_ended" | "review_read"; products: Array<{ productid: string; outcome: "prescribed" | "later" | "declined" | "replaced"; otherid?: string | undefined; beginson?: string | undefined; directions?: string | undefined; refills?: number | undefined; reason?: string | undefined }>; message?: string | undefined; from?: string | undefined; until?: string | undefined; followupon?: string | undefined } };
    output: { text: string };
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Add to a signed note, or correct it, by an addendum with its author and moment; the note itself stays as it was signed */
  addToVisitNote: {
    input: { params: { id: string }; body: { text: string } };
    output: SignedVisitNote;
    code: AnyCallCode | KeyedCallCode | "merged" | "reason_required" | "wrong_state";
  };
  /** Withdraw a signed note or an addendum as entered in error: one's own, or anybody's that's about another patient. That there was one, who signed and who withdrew it stays; its text is shown to nobody. A repeat changes nothing */
  withdrawVisitNote: {
    input: { params: { id: string }; body: { reason: string; wrongpatient?: boolean | undefined } };
    output: SignedVisitNote;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** Record that a parcel has left the pharmacy with all that's left to send, or with some lines; a repeat corrects its tracking. Its number, or a scan of its label, has to be right for its carrier and for the order's address */
  shipOrder: {
    input: { params: { id: string }; body: { carrier: string; trackingnumber: string; trackingurl?: string | undefined; estimateddelivery?: string | undefined; lines?: Array<PackedLine> | undefined; verified?: boolean | undefined; filledby?: string | undefined; verifiedby?: string | undefined } };
    output: OrderResult;
    code: AnyCallCode | "prescription_needed" | "waits_for_clinician" | "wrong_state";
  };
  /** Record that the parcels under way have arrived; a repeat changes nothing */
  deliverOrder: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: OrderResult;
    code: AnyCallCode | "wrong_state";
  };
  /** Cancel an order that has not been sent, for a patient who asks for it: what is authorized is voided, what is paid is refunded, and the patient is notified */
  cancelOrder: {
    input: { params: { id: string }; body: { reason: string } };
    output: OrderResult;
    code: AnyCallCode | KeyedCallCode | "emergency_open" | "merged" | "wrong_state";
  };
  /** Decide on a payment that differs from its order: accept the captured amount, or release it */
  resolvePayment: {
    input: { params: { id: string }; body: { outcome: "accept" | "release" } };
    output: OrderResult;
    code: AnyCallCode | KeyedCallCode | "wrong_state";
  };
  /** Refund an order, fully or in part; never more than was paid. `conflict` while somebody has an open question to finance about it, or finance one to somebody, that isn't answered with it, and where something of it was refunded since the caller read what is left */
  refundOrder: {
    input: { params: { id: string }; body: { amount?: number | undefined; refundable?: number | undefined; reason: string; questions?: { questionids: Array<string>; answer: string } | undefined } };
    output: OrderResult;
    code: AnyCallCode | KeyedCallCode | "conflict" | "payment_pending" | "wrong_state";
  };
  /** Pharmacy labels, leaflets, packing slips or stickers of orders as one PDF: a label for each prescription line that's to be sent or on its way, a leaflet for each product, and one for each order whose label says other directions, a slip or a sticker for each order. All but leaflets carry the order's code */
  printOrders: {
    input: { body: { orderids: Array<string>; what: "labels" | "leaflets" | "slips" | "stickers"; paper?: "label" | "letter" | undefined } };
    output: File;
    code: AnyCallCode | "prescription_needed" | "unprintable" | "waits_for_clinician" | "wrong_state";
  };
  /** What a pharmacist reviews before an order is packed: allergies, other medicines, what is prescribed here, and what the rules say of its products */
  pharmacistReview: {
    input: { params: { id: string } };
    output: PharmacistReview;
    code: AnyCallCode;
  };
  /** Record from which lots an order, or some lines of it, was packed; a repeat corrects what hasn't left yet. Lots that end too early are refused */
  packOrder: {
    input: { params: { id: string }; body: { lines: Array<PackedLine>; verified?: boolean | undefined; filledby?: string | undefined; verifiedby?: string | undefined } };
    output: OrderResult;
    code: AnyCallCode | "prescription_needed" | "waits_for_clinician" | "wrong_state";
  };
  /** Record that a pharmacist verified what is packed of an order, as they saw it. Nothing prescribed leaves before, and what is packed anew is verified anew. `conflict`, with who it was, where somebody verified it first; by the same person it changes nothing */
  verifyOrder: {
    input: { params: { id: string }; body: { lines: Array<{ pricingid: string; packedat: string; label?: string | undefined }>; verifiedby?: string | undefined } };
    output: OrderResult;
    code: AnyCallCode | "conflict" | "prescription_needed" | "waits_for_clinician" | "wrong_state";
  };
  /** Record that a parcel came back, also one that had arrived: what was in it is to be sent again or refunded, and the patient is told: to check the address, or, where they sent it back themself, to write within three days if they don’t want it again; until then it isn’t `ready`. A repeat changes nothing */
  returnOrder: {
    input: { params: { id: string }; body: { reason: "address" | "unclaimed" | "refused" | "damaged" | "sent_back" | "other"; parcel?: number | undefined } };
    output: OrderResult;
    code: AnyCallCode | "wrong_state";
  };
  /** Void what was recorded as dispensed of a line after it left: another medicine, strength or count was in the package, or nothing. It stays in the record with who said so and why, and counts for nothing any more; the patient is told not to use it before they’ve talked with the pharmacist. Another box leaves without a charge where `maysendagain`. Of a wrong `lot` the right one takes its place, and nobody is told. No money moves. A repeat changes nothing; `conflict`, with who it was, where somebody else voided it first */
  voidFill: {
    input: { params: { id: string }; body: { pricingid: string; parcel: number; packedat?: string | null | undefined; wrong: "medicine" | "strength" | "count" | "lot" | "missing"; note: string; sendagain?: boolean | undefined; lotnumber?: string | undefined; expireson?: string | undefined } };
    output: OrderResult;
    code: AnyCallCode | "conflict" | "wrong_state";
  };
  /** Record that a lot was recalled, so that nothing of it is packed or sent, or that the recall is over; a repeat changes nothing */
  recallLot: {
    input: { body: { lotnumber: string; ndc?: string | undefined; recalled: boolean; reason: string } };
    output: { lotnumber: string; recalled: boolean };
    code: AnyCallCode;
  };
  /** Whom a lot was packed for or sent to, for a recall, oldest first */
  lotRecipients: {
    input: { query: { nextpage?: string | undefined; lotnumber: string } };
    output: { items: Array<LotRecipient>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Disputed payments (chargebacks), newest first */
  disputes: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<Dispute>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** What a bank may be told of a disputed charge: consent, announcement, delivery, sign-ins, times of messages, refunds, policies; nothing clinical */
  disputeEvidence: {
    input: { params: { id: string }; query?: { withcontact?: "true" | undefined } | undefined };
    output: { sections: Array<{ title: string; lines: Array<{ at: string | null; text: string }> }>; contactleftout: string | null; leftout: Array<string>; revision: string };
    code: AnyCallCode;
  };
  /** The same as a PDF, to keep or to upload elsewhere */
  disputeEvidenceFile: {
    input: { params: { id: string }; query?: { withcontact?: "true" | undefined } | undefined };
    output: File;
    code: AnyCallCode | "unprintable";
  };
  /** Send that evidence to the bank, through the payment gateway, as it was seen. It's sent once and for good; a repeat changes nothing */
  answerDispute: {
    input: { params: { id: string }; body: { revision: string; withcontact?: boolean | undefined } };
    output: { dispute: Dispute };
    code: AnyCallCode | "conflict" | "wrong_state";
  };
  /** Resume charges that a dispute stopped, after the practice has spoken with the patient; a repeat changes nothing */
  resumeCharges: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: { dispute: Dispute };
    code: AnyCallCode | "wrong_state";
  };
  /** Days, newest first, with the sums of our books and whether they are closed; the gateway isn't asked */
  closings: {
    input: { query?: { nextpage?: string | undefined } | undefined };
    output: { items: Array<{ day: string; over: boolean; ours: LedgerSums; closing: DayClosing | null }>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** One day: our books against the payment gateway, with each difference. The gateway is asked */
  closingOfDay: {
    input: { params: { day: string } };
    output: DayMoney;
    code: AnyCallCode;
  };
  /** Close a day that is over, as it was seen; a repeat changes nothing, and a day whose figures changed is closed again */
  closeDay: {
    input: { params: { day: string }; body: { revision: string } };
    output: DayMoney;
    code: AnyCallCode | "conflict" | "wrong_state";
  };
  /** A closed day as CSV, as it was closed last: sums and differences, with order numbers and no names */
  closingFile: {
    input: { params: { day: string } };
    output: File;
    code: AnyCallCode | "wrong_state";
  };
  /** What a period amounts to: payments, refunds and disputes with their tax and discount, tax by state, fees, payouts, and which days aren't closed. The gateway is asked */
  accounting: {
    input: { query: { from: string; to: string } };
    output: { from: string; to: string; timezone: string; sums: Array<{ kind: "capture" | "refund" | "refund_reversal" | "dispute" | "dispute_reversal"; movements: number; amount: number; tax: number; discount: number }>; total: { amount: number; tax: number; discount: number }; states: Array<{ state: string; charged: number; givenback: number; amount: number; tax: number; discount: number }>; fees: { movements: number; amount: number }; payouts: { movements: number; amount: number }; opendays: Array<string>; changeddays: Array<string> };
    code: AnyCallCode;
  };
  /** What each payout of a period consists of, by day and kind, whether it adds up, and what of the period waits for a payout. The gateway is asked */
  periodPayouts: {
    input: { query: { from: string; to: string } };
    output: { from: string; to: string; timezone: string; payouts: Array<{ id: string; madeon: string; arriveson: string; amount: number; status: "pending" | "in_transit" | "paid" | "failed" | "canceled"; itemized: "yes" | "not_yet" | "no"; parts: Array<{ day: string; kind: "capture" | "refund" | "refund_reversal" | "dispute" | "dispute_reversal" | "fee" | "payout" | "payout_reversal" | "other"; movements: number; amount: number }>; difference: number | null; resentwith: string | null }>; waiting: { amount: number; parts: Array<{ day: string; kind: "capture" | "refund" | "refund_reversal" | "dispute" | "dispute_reversal" | "fee" | "payout" | "payout_reversal" | "other"; movements: number; amount: number; availableon: string }> } };
    code: AnyCallCode;
  };
  /** A period's accounting as CSV: the sums, tax by state, each payment, refund with its credit note, and dispute, each fee, and each payout with its days; with order numbers and no names. The gateway is asked */
  accountingFile: {
    input: { query: { from: string; to: string } };
    output: File;
    code: AnyCallCode;
  };
  /** A copy of a patient's record or conversations, as PDF or as data, for somebody who may have it */
  copyRecord: {
    input: { params: { id: string }; body: { of: "record" | "record_data" | "conversations" | "conversations_data"; recipient: "patient" | "representative" | "insurer" | "court" | "practice" | "authority" | "other"; words: string; restrictionsread?: true | undefined } };
    output: File;
    code: AnyCallCode | "merged" | "reason_required";
  };
  /** A patient's receipt of a year, or the letter with the codes of its medicines, for somebody who may have it */
  copyReceipts: {
    input: { params: { id: string }; body: { of: "hsa" | "fsa" | "ndc"; year: number; recipient: "patient" | "representative" | "insurer" | "court" | "practice" | "authority" | "other"; words: string; restrictionsread?: true | undefined } };
    output: File;
    code: AnyCallCode | "merged" | "no_purchases" | "reason_required" | "unprintable";
  };
  /** The calls about a patient or by somebody, newest first; reading them is in the audit as well */
  audit: {
    input: { query?: { nextpage?: string | undefined; patient?: string | undefined; actor?: string | undefined; what?: "opened" | "changed" | "outside" | "copied" | "refused" | undefined; since?: string | undefined; until?: string | undefined } | undefined };
    output: { items: Array<{ at: string; actor: string; actorname: string | null; patientid: string | null; patientname: string | null; call: string; status: number; code: string | null; ground: "work" | "treating" | "patient_called" | "second_opinion" | "safety_report" | "colleague" | "other" | "copy_patient" | "copy_representative" | "copy_insurer" | "copy_court" | "copy_practice" | "copy_authority" | "copy_other" | "asked_phone" | "asked_message" | "asked_email" | "asked_letter" | "asked_in_person" | "told_phone" | "told_in_person" | "told_doctors_letter" | "contact_to_bank" | "mail_again" | "payment_link" | "payment_help" | "payment_closing" | "write_off" | "write_off_taken_back" | "credit_given" | "credit_withdrawn" | null; words: string | null }>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Patients by the beginnings of their names, e-mail, phone, birthday or order number, to read their audit */
  findAuditPatients: {
    input: { body: { q: string; nextpage?: string | undefined } };
    output: { items: Array<{ id: string; firstname: string | null; lastname: string | null; birthday: string | null }>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** The people and API keys of the practice, by name, to read what they called; also those who left */
  auditActors: {
    input: Record<never, never>;
    output: { items: Array<{ actor: string; kind: "person" | "key"; name: string; left: boolean }> };
    code: AnyCallCode;
  };
  /** The API keys, newest first, also those that have expired or were revoked */
  keys: {
    input: Record<never, never>;
    output: { items: Array<ApiKey> };
    code: AnyCallCode;
  };
  /** Make an API key with some of the scopes of the key that makes it; its secret is in this answer only */
  createKey: {
    input: { body: { name: string; scopes: Array<"patients" | "clinical" | "identity" | "rx" | "messages" | "orders" | "dispense" | "finance" | "audit" | "events" | "keys" | "team">; expiresat?: string | undefined } };
    output: NewApiKey;
    code: AnyCallCode | KeyedCallCode | "wrong_state";
  };
  /** Replace an API key by a new one with the same scopes; the old one works for some hours more */
  rotateKey: {
    input: { params: { id: string }; body: { overlaphours?: number | undefined; expiresat?: string | undefined } };
    output: NewApiKey;
    code: AnyCallCode | KeyedCallCode | "wrong_state";
  };
  /** End an API key at once; a repeat changes nothing */
  revokeKey: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: ApiKey;
    code: AnyCallCode | "wrong_state";
  };
  /** What happened since an event, in the order of the log, for at least 30 days; whoever follows it by the last id misses none */
  events: {
    input: { query?: { after?: string | undefined; type?: "visit.submitted" | "hold.expiring" | "identity.review" | "plan.decided" | "renewal.requested" | "upsell.requested" | "prescription.stopped" | "order.paid" | "order.shipped" | "payment.failed" | "dispute.opened" | "subscription.cancelled" | "message.received" | "message.emergency" | "followup.completed" | "followup.emergency" | "answers.changed" | "document.uploaded" | "patient.moved" | "account.closed" | "account.merged" | "account.unmerged" | undefined; limit?: number | string | undefined } | undefined };
    output: { items: Array<ClinicEvent>; more: boolean };
    code: AnyCallCode | "gone";
  };
  /** The endpoints events are sent to, and how each fares */
  webhooks: {
    input: Record<never, never>;
    output: { items: Array<WebhookEndpoint> };
    code: AnyCallCode;
  };
  /** Send events to an address from now on; the secret that signs them is in this answer only */
  createWebhook: {
    input: { body: { url: string; description?: string | undefined; types?: Array<"visit.submitted" | "hold.expiring" | "identity.review" | "plan.decided" | "renewal.requested" | "upsell.requested" | "prescription.stopped" | "order.paid" | "order.shipped" | "payment.failed" | "dispute.opened" | "subscription.cancelled" | "message.received" | "message.emergency" | "followup.completed" | "followup.emergency" | "answers.changed" | "document.uploaded" | "patient.moved" | "account.closed" | "account.merged" | "account.unmerged"> | undefined } };
    output: { webhook: WebhookEndpoint; secret: string };
    code: AnyCallCode | KeyedCallCode | "wrong_state";
  };
  /** Change an endpoint, switch it off or on again; what waits for it is kept and then sent */
  updateWebhook: {
    input: { params: { id: string }; body: { url?: string | undefined; description?: string | undefined; types?: Array<"visit.submitted" | "hold.expiring" | "identity.review" | "plan.decided" | "renewal.requested" | "upsell.requested" | "prescription.stopped" | "order.paid" | "order.shipped" | "payment.failed" | "dispute.opened" | "subscription.cancelled" | "message.received" | "message.emergency" | "followup.completed" | "followup.emergency" | "answers.changed" | "document.uploaded" | "patient.moved" | "account.closed" | "account.merged" | "account.unmerged"> | null | undefined; enabled?: boolean | undefined } };
    output: WebhookEndpoint;
    code: AnyCallCode;
  };
  /** Remove an endpoint with what waits for it */
  deleteWebhook: {
    input: { params: { id: string } };
    output: { id: string };
    code: AnyCallCode;
  };
  /** Replace the secret; both sign for some hours more */
  rotateWebhookSecret: {
    input: { params: { id: string }; body: { overlaphours?: number | undefined } };
    output: { webhook: WebhookEndpoint; secret: string };
    code: AnyCallCode | KeyedCallCode;
  };
  /** Events sent, or to be sent, to an endpoint, newest first */
  webhookDeliveries: {
    input: { params: { id: string }; query?: { nextpage?: string | undefined; status?: "waiting" | "delivered" | "failed" | undefined } | undefined };
    output: { items: Array<WebhookDelivery>; nextpage: string | null };
    code: AnyCallCode;
  };
  /** Send events again: one by its id, those of a time, or all given up since a moment */
  replayWebhook: {
    input: { params: { id: string }; body: { eventid: string } | { since: string; until?: string | undefined } | { failedsince: string } };
    output: { events: number };
    code: AnyCallCode;
  };
  /** Try a failing endpoint now instead of at its next time */
  resumeWebhook: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: WebhookEndpoint;
    code: AnyCallCode;
  };
  /** The systems outside of ours that are used, like the mail server, and what fails now */
  outsideSystems: {
    input: Record<never, never>;
    output: { items: Array<OutsideSystem> };
    code: AnyCallCode;
  };
  /** Ask each outside system now whether it works; nobody is sent anything. Once in ten seconds */
  probeOutside: {
    input: { body?: Record<string, never> | null | undefined };
    output: { items: Array<OutsideSystem>; checks: Array<{ system: string; checked: string; todo: string | null }> };
    code: AnyCallCode;
  };
  /** Everybody of the practice, by name, also those who left */
  members: {
    input: Record<never, never>;
    output: { items: Array<StaffMember> };
    code: AnyCallCode;
  };
  /** Invite somebody; they get an e-mail with a link */
  invite: {
    input: { body: { email: string; name: string; roles: Array<"physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator">; doctorid?: string | undefined } };
    output: StaffMember;
    code: AnyCallCode | KeyedCallCode | "doctor_needed" | "member_exists";
  };
  /** Change somebody's name, roles or doctor; counts from their next call on */
  updateMember: {
    input: { params: { id: string }; body: { name: string; roles: Array<"physician" | "nurse" | "patient_services" | "pharmacy" | "finance" | "administrator">; doctorid?: string | undefined } };
    output: StaffMember;
    code: AnyCallCode | "doctor_needed" | "last_administrator";
  };
  /** Send a new link to somebody who has not come in yet; the earlier one ends */
  inviteAgain: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: StaffMember;
    code: AnyCallCode | KeyedCallCode | "wrong_state";
  };
  /** For somebody who lost phone and passkey: ends their sessions, password and factors, and mails a link to start anew */
  recoverMember: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: StaffMember;
    code: AnyCallCode | KeyedCallCode | "own_account" | "wrong_state";
  };
  /** Somebody left: their sessions end at once, everywhere; a repeat changes nothing */
  disableMember: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: StaffMember;
    code: AnyCallCode | "last_administrator" | "own_account";
  };
  /** Let somebody who was disabled in again, with the factors they had; a repeat changes nothing */
  enableMember: {
    input: { params: { id: string }; body?: Record<string, never> | null | undefined };
    output: StaffMember;
    code: AnyCallCode | "doctor_needed";
  };
  /** The doctors, who of the team each one is, and their licenses */
  doctors: {
    input: Record<never, never>;
    output: { items: Array<TeamDoctor>; portraits: Array<string> };
    code: AnyCallCode;
  };
  /** Add a doctor; patients can be matched with them at once */
  addDoctor: {
    input: { body: { firstname: string; lastname: string; credentials: string; bio: string; portrait: string; npi: string; states: Array<string>; acceptspatients: boolean } };
    output: TeamDoctor;
    code: AnyCallCode | KeyedCallCode;
  };
  /** Change a doctor's card, states or whether they take new patients; counts at once, and brings back one who was removed */
  updateDoctor: {
    input: { params: { doctorid: string }; body: { firstname: string; lastname: string; credentials: string; bio: string; portrait: string; npi: string; states: Array<string>; acceptspatients: boolean; editedat: string | null } };
    output: TeamDoctor;
    code: AnyCallCode | "conflict";
  };
  /** Remove a doctor who has no patients and in whose name nobody decides; a repeat changes nothing. One with patients can only stop taking new ones */
  removeDoctor: {
    input: { params: { doctorid: string } };
    output: TeamDoctor;
    code: AnyCallCode | "wrong_state";
  };
  /** Say from when until when a doctor is away and who covers; new patients go elsewhere, and theirs read it */
  setAbsence: {
    input: { params: { doctorid: string }; body: { from: string; until: string; coverid?: string | undefined } };
    output: TeamDoctor;
    code: AnyCallCode;
  };
  /** End a doctor's absence, or take back a planned one; a repeat changes nothing */
  endAbsence: {
    input: { params: { doctorid: string } };
    output: TeamDoctor;
    code: AnyCallCode;
  };
  /** Hand over a doctor's patients to another doctor where that one is licensed, or each to one who is; whoever nobody is licensed for stays. Patients are told. A repeat moves nobody twice */
  handOverPatients: {
    input: { params: { doctorid: string }; body: { todoctorid?: string | undefined } };
    output: { doctor: TeamDoctor; moved: number; left: Array<{ state: string; patients: number }> };
    code: AnyCallCode;
  };
  /** Upload a doctor's portrait, cut to a square; counts at once, and the earlier upload is deleted. The same picture again changes nothing */
  uploadPortrait: {
    input: { params: { doctorid: string }; file: Blob };
    output: TeamDoctor;
    code: AnyCallCode | UploadCode;
  };
  /** Delete the portrait that was uploaded; the card's own is back at once. A repeat changes nothing */
  removePortrait: {
    input: { params: { doctorid: string } };
    output: TeamDoctor;
    code: AnyCallCode;
  };
  /** Say until when a doctor is licensed in a state, and with which physician they prescribe there; counts at once */
  setLicense: {
    input: { params: { doctorid: string; state: string }; body: { validuntil?: string | undefined; collaboratorid?: string | undefined } };
    output: TeamDoctor;
    code: AnyCallCode;
  };
}

export type CallName = keyof Calls;

/** Method and path; `key`: it takes an `Idempotency-Key`; `file`: it answers a file. */
export const calls: { readonly [N in CallName]: string } = {
  patients: "GET /api/patient",
  patient: "GET /api/patient/{id}",
  incoming: "GET /api/patient/incoming",
  accept: "PUT /api/patient/{id}/accept",
  verification: "GET /api/patient/verification",
  photo: "GET /api/clinic/patient/{id}/photo/{photoid} file",
  patientDocument: "GET /api/clinic/patient/{id}/document/{documentid} file",
  fileDocument: "POST /api/clinic/patient/{id}/document key",
  withdrawDocument: "POST /api/clinic/patient/{id}/document/{documentid}/withdrawn key",
  searchPatients: "POST /api/clinic/patient/search",
  namesakes: "GET /api/clinic/patient/{id}/namesake",
  decideIdentity: "PUT /api/clinic/patient/{id}/identity",
  correctIdentity: "PUT /api/clinic/patient/{id}/identity/correction",
  pair: "GET /api/clinic/pair/{id}",
  judgePair: "PUT /api/clinic/pair/{id}/verdict",
  pairMerge: "GET /api/clinic/pair/{id}/merge",
  askMerge: "PUT /api/clinic/pair/{id}/merge",
  withdrawMerge: "DELETE /api/clinic/pair/{id}/merge",
  undoMerge: "POST /api/clinic/pair/{id}/merge/undo",
  letterhead: "GET /api/clinic/patient/{id}/medicalletter/head",
  issueLetter: "POST /api/clinic/patient/{id}/medicalletter key",
  withdrawLetter: "POST /api/clinic/patient/{id}/medicalletter/{letterid}/withdrawn key",
  keepLetter: "POST /api/clinic/patient/{id}/medicalletter/{letterid}/kept key",
  approvePlan: "POST /api/clinic/patient/{id}/plan/approve key",
  declinePlan: "POST /api/clinic/patient/{id}/plan/decline key",
  prescriptionRenewals: "GET /api/clinic/renewal",
  approvePrescriptionRenewal: "POST /api/clinic/renewal/{id}/approve key",
  declinePrescriptionRenewal: "POST /api/clinic/renewal/{id}/decline key",
  treatmentChangeQuote: "GET /api/clinic/subscription/{id}/change",
  changeTreatment: "POST /api/clinic/subscription/{id}/change key",
  withdrawChange: "POST /api/clinic/subscription/{id}/change/withdraw key",
  upsells: "GET /api/clinic/upsell",
  approveUpsell: "POST /api/clinic/upsell/{id}/approve key",
  declineUpsell: "POST /api/clinic/upsell/{id}/decline key",
  stepQuote: "GET /api/clinic/prescription/{id}/step",
  stopPrescription: "POST /api/clinic/prescription/{id}/stop key",
  holdPrescription: "POST /api/clinic/prescription/{id}/hold key",
  releasePrescription: "POST /api/clinic/prescription/{id}/release key",
  allowEarlyFill: "POST /api/clinic/prescription/{id}/early-fill key",
  restQuote: "GET /api/clinic/prescription/{id}/rest",
  restPrescription: "POST /api/clinic/prescription/{id}/rest key",
  endRest: "POST /api/clinic/prescription/{id}/rest/end key",
  directionsQuote: "GET /api/clinic/prescription/{id}/directions",
  changeDirections: "POST /api/clinic/prescription/{id}/directions key",
  cases: "GET /api/clinic/case",
  undecidable: "GET /api/clinic/undecidable",
  orders: "GET /api/clinic/order",
  orderByNumber: "GET /api/clinic/order/number/{number}",
  inbox: "GET /api/clinic/inbox",
  cancelSubscription: "POST /api/clinic/patient/{id}/subscription/{subscriptionid}/cancel key",
  pauseSubscription: "POST /api/clinic/patient/{id}/subscription/{subscriptionid}/pause key",
  resumeSubscription: "POST /api/clinic/patient/{id}/subscription/{subscriptionid}/resume key",
  restartSubscription: "POST /api/clinic/patient/{id}/subscription/{subscriptionid}/restart key",
  skipPrescriptionOrder: "POST /api/clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/skip key",
  takeSkipBack: "POST /api/clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/unskip key",
  movePrescriptionOrder: "POST /api/clinic/patient/{id}/prescriptionorder/{prescriptionorderid}/move key",
  suggestibleMedicines: "GET /api/clinic/patient/{id}/suggestion/medicine",
  suggestionQuote: "GET /api/clinic/patient/{id}/suggestion",
  suggestMedicine: "POST /api/clinic/patient/{id}/suggestion key",
  withdrawSuggestion: "POST /api/clinic/suggestion/{id}/withdraw key",
  sendFollowup: "POST /api/clinic/patient/{id}/followup",
  followupDay: "GET /api/clinic/patient/{id}/followup/day",
  setFollowupDay: "PUT /api/clinic/patient/{id}/followup/day",
  followupCodes: "GET /api/clinic/followup/code",
  followups: "GET /api/clinic/followup",
  followupResult: "GET /api/clinic/followup/{id}",
  closeFollowup: "POST /api/clinic/followup/{id}/close key",
  messages: "GET /api/v3/admin/patients/{id}/messages",
  conversations: "GET /api/clinic/conversation",
  conversation: "GET /api/clinic/conversation/{id}",
  conversationMessages: "GET /api/clinic/conversation/{id}/message",
  cannedReplies: "GET /api/clinic/conversation/{id}/cannedreply",
  patientConversations: "GET /api/clinic/patient/{id}/conversation",
  sendMessage: "POST /api/clinic/conversation/{id}/message key",
  sendMessageAttachment: "POST /api/clinic/conversation/{id}/messageattachment key",
  withdrawMessage: "POST /api/clinic/conversation/{id}/message/{mid}/withdrawn key",
  keepMessage: "POST /api/clinic/conversation/{id}/message/{mid}/kept key",
  messageAttachment: "GET /api/clinic/conversation/{id}/attachment/{attachmentid} file",
  readConversation: "PUT /api/clinic/conversation/{id}/read",
  openConversation: "PUT /api/clinic/conversation/{id}/open",
  assignees: "GET /api/clinic/conversation/{id}/assignee",
  assignConversation: "PUT /api/clinic/conversation/{id}/assignee",
  handovers: "GET /api/clinic/conversation/{id}/handover",
  handOverConversation: "POST /api/clinic/conversation/{id}/handover key",
  emergencies: "GET /api/clinic/emergency",
  emergency: "GET /api/clinic/emergency/{id}",
  acknowledgeEmergency: "PUT /api/clinic/emergency/{id}/acknowledge",
  emergencyCalled: "POST /api/clinic/emergency/{id}/call key",
  closeEmergency: "PUT /api/clinic/emergency/{id}/close",
  workItems: "GET /api/clinic/workitem",
  workItem: "GET /api/clinic/workitem/{id}",
  closeWorkItem: "PUT /api/clinic/workitem/{id}/close",
  patientTasks: "GET /api/clinic/patient/{id}/task",
  tasksAsked: "GET /api/clinic/task",
  overdueTasks: "GET /api/clinic/task/overdue",
  task: "GET /api/clinic/task/{id}",
  whoIsAsked: "GET /api/clinic/task/who",
  addTask: "POST /api/clinic/task key",
  addPatientTask: "POST /api/clinic/patient/{id}/task key",
  askAboutOrder: "POST /api/clinic/order/{id}/question key",
  prepareDecision: "POST /api/clinic/patient/{id}/prepared key",
  putAside: "POST /api/clinic/patient/{id}/aside key",
  answerTask: "PUT /api/clinic/task/{id}/answer",
  endTask: "PUT /api/clinic/task/{id}/ended",
  putTaskAside: "PUT /api/clinic/task/{id}/aside",
  reassignTask: "PUT /api/clinic/task/{id}/for",
  logKinds: "GET /api/clinic/log/kind",
  log: "GET /api/clinic/log",
  patientLog: "GET /api/clinic/patient/{id}/log",
  fdaReport: "GET /api/clinic/task/{id}/fda3500 file",
  addLog: "POST /api/clinic/log key",
  addPatientLog: "POST /api/clinic/patient/{id}/log key",
  listFilters: "GET /api/clinic/list/filter",
  listPatients: "POST /api/clinic/list",
  savedLists: "GET /api/clinic/list/saved",
  saveList: "POST /api/clinic/list/saved key",
  forgetList: "DELETE /api/clinic/list/saved/{id}",
  listTasks: "POST /api/clinic/list/task key",
  listMessage: "POST /api/clinic/list/message key",
  listActions: "GET /api/clinic/list/action",
  exportList: "POST /api/clinic/list/copy file",
  timeline: "POST /api/clinic/patient/{id}/timeline",
  accessReview: "GET /api/clinic/accessreview/{id}",
  judgeAccess: "PUT /api/clinic/accessfinding/{id}",
  peerReview: "GET /api/clinic/peerreview/{id}",
  judgeDecision: "PUT /api/clinic/revieweddecision/{id}",
  contactMessages: "GET /api/clinic/contact",
  contactAnswered: "PUT /api/clinic/contact/{id}/answered",
  changeContact: "POST /api/clinic/patient/{id}/contact key",
  healthAnswers: "GET /api/clinic/patient/{id}/healthquestion",
  previewTold: "POST /api/clinic/patient/{id}/healthquestion/preview",
  recordTold: "POST /api/clinic/patient/{id}/healthquestion key",
  patientMails: "GET /api/clinic/patient/{id}/mail",
  resendMail: "POST /api/clinic/patient/{id}/mail/{mailid}/resend key",
  sendRecoveryLink: "POST /api/clinic/patient/{id}/recoverylink key",
  pastDue: "GET /api/clinic/patient/{id}/pastdue",
  chargePastDue: "POST /api/clinic/patient/{id}/pastdue/charge key",
  mailPastDue: "POST /api/clinic/patient/{id}/pastdue/mail key",
  writeOff: "POST /api/clinic/patient/{id}/pastdue/writeoff key",
  takeWriteOffBack: "POST /api/clinic/patient/{id}/pastdue/writeoff/takeback key",
  credits: "GET /api/clinic/patient/{id}/credit",
  giveCredit: "POST /api/clinic/patient/{id}/credit key",
  withdrawCredit: "POST /api/clinic/patient/{id}/credit/{creditid}/withdraw key",
  notes: "GET /api/clinic/patient/{id}/note",
  writeNote: "POST /api/clinic/patient/{id}/note key",
  withdrawNote: "POST /api/clinic/note/{id}/withdraw",
  visitNotes: "GET /api/clinic/patient/{id}/visitnote",
  draftVisitNote: "POST /api/clinic/patient/{id}/visitnote/draft",
  addToVisitNote: "POST /api/clinic/visitnote/{id}/addendum key",
  withdrawVisitNote: "POST /api/clinic/visitnote/{id}/withdraw",
  shipOrder: "PUT /api/clinic/order/{id}/shipped",
  deliverOrder: "PUT /api/clinic/order/{id}/delivered",
  cancelOrder: "POST /api/clinic/order/{id}/cancel key",
  resolvePayment: "PUT /api/clinic/order/{id}/payment key",
  refundOrder: "POST /api/clinic/order/{id}/refund key",
  printOrders: "POST /api/clinic/order/print file",
  pharmacistReview: "GET /api/clinic/order/{id}/review",
  packOrder: "PUT /api/clinic/order/{id}/packed",
  verifyOrder: "PUT /api/clinic/order/{id}/verified",
  returnOrder: "PUT /api/clinic/order/{id}/returned",
  voidFill: "PUT /api/clinic/order/{id}/voided",
  recallLot: "PUT /api/clinic/lot/recalled",
  lotRecipients: "GET /api/clinic/lot",
  disputes: "GET /api/clinic/dispute",
  disputeEvidence: "GET /api/clinic/dispute/{id}/evidence",
  disputeEvidenceFile: "GET /api/clinic/dispute/{id}/evidence/file file",
  answerDispute: "PUT /api/clinic/dispute/{id}/answer",
  resumeCharges: "PUT /api/clinic/dispute/{id}/resumecharges",
  closings: "GET /api/clinic/closing",
  closingOfDay: "GET /api/clinic/closing/{day}",
  closeDay: "PUT /api/clinic/closing/{day}",
  closingFile: "GET /api/clinic/closing/{day}/file file",
  accounting: "GET /api/clinic/accounting",
  periodPayouts: "GET /api/clinic/accounting/payouts",
  accountingFile: "GET /api/clinic/accounting/file file",
  copyRecord: "POST /api/clinic/patient/{id}/copy file",
  copyReceipts: "POST /api/clinic/patient/{id}/receiptcopy file",
  audit: "GET /api/clinic/audit",
  findAuditPatients: "POST /api/clinic/audit/patient",
  auditActors: "GET /api/clinic/audit/actor",
  keys: "GET /api/clinic/key",
  createKey: "POST /api/clinic/key key",
  rotateKey: "POST /api/clinic/key/{id}/rotate key",
  revokeKey: "POST /api/clinic/key/{id}/revoke",
  events: "GET /api/clinic/event",
  webhooks: "GET /api/clinic/webhook",
  createWebhook: "POST /api/clinic/webhook key",
  updateWebhook: "PATCH /api/clinic/webhook/{id}",
  deleteWebhook: "DELETE /api/clinic/webhook/{id}",
  rotateWebhookSecret: "POST /api/clinic/webhook/{id}/secret key",
  webhookDeliveries: "GET /api/clinic/webhook/{id}/delivery",
  replayWebhook: "POST /api/clinic/webhook/{id}/replay",
  resumeWebhook: "POST /api/clinic/webhook/{id}/resume",
  outsideSystems: "GET /api/clinic/outside",
  probeOutside: "POST /api/clinic/outside/probe",
  members: "GET /api/clinic/team",
  invite: "POST /api/clinic/team key",
  updateMember: "PUT /api/clinic/team/{id}",
  inviteAgain: "POST /api/clinic/team/{id}/invitation key",
  recoverMember: "POST /api/clinic/team/{id}/recovery key",
  disableMember: "POST /api/clinic/team/{id}/disable",
  enableMember: "POST /api/clinic/team/{id}/enable",
  doctors: "GET /api/clinic/doctor",
  addDoctor: "POST /api/clinic/doctor key",
  updateDoctor: "PUT /api/clinic/doctor/{doctorid}",
  removeDoctor: "DELETE /api/clinic/doctor/{doctorid}",
  setAbsence: "PUT /api/clinic/doctor/{doctorid}/absence",
  endAbsence: "DELETE /api/clinic/doctor/{doctorid}/absence",
  handOverPatients: "POST /api/clinic/doctor/{doctorid}/patients",
  uploadPortrait: "PUT /api/clinic/doctor/{doctorid}/portrait",
  removePortrait: "DELETE /api/clinic/doctor/{doctorid}/portrait",
  setLicense: "PUT /api/clinic/doctor/{doctorid}/license/{state}",
};
