import * as z from "zod/mini";
import { OnboardingStatus } from "./auth.ts";
import { endpoint } from "./endpoint.ts";
import {
  ClientId,
  ConversationKind,
  Doctor,
  IdentityPhotoKind,
  IdentityStatus,
  Message,
  messageText,
  Order,
  PlanItem,
  PlanStatus,
  ShippingAddress,
  Subscription,
} from "./entities.ts";
import { ById, CursorPage, NextPage, wholeNumber } from "./params.ts";
import { Day, Id, line, Moment, Nothing, paged, StateId, text } from "./shapes.ts";

/** A patient as the practice's lists show her. */
export const PatientSummary = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  email: z.string(),
  birthday: z.nullable(Day),
  state: z.nullable(StateId),
  onboardingstatus: OnboardingStatus,
  identitystatus: IdentityStatus,
  planstatus: PlanStatus,
  /** `incoming` waits to be accepted by her doctor. */
  carestatus: z.enum(["none", "incoming", "accepted"]),
  doctor: z.nullable(Doctor),
  since: Moment,
});
export type PatientSummary = z.output<typeof PatientSummary>;

const PatientPhoto = z.object({ id: Id, kind: IdentityPhotoKind, uploadedat: Moment });

/** What a clinician needs to decide on a plan. */
export const PatientRecord = z.extend(PatientSummary, {
  phoneno: z.nullable(z.string()),
  pharmacy: z.nullable(z.string()),
  shippingaddress: z.nullable(ShippingAddress),
  answers: z.array(
    z.object({
      questionid: z.string(),
      question: z.string(),
      answer: z.string(),
      contentversion: z.string(),
      at: Moment,
    }),
  ),
  /** What the screening rules raised over her answers. */
  flags: z.array(z.object({ ruleid: z.string(), level: z.enum(["stop", "clinician", "info"]), text: z.string() })),
  requested: z.array(PlanItem),
  orders: z.array(Order),
  subscriptions: z.array(Subscription),
  photos: z.array(PatientPhoto),
});
export type PatientRecord = z.output<typeof PatientRecord>;

const OfOrder = z.object({ order: Order });

/** A refusal says why; it is hers to read. */
const DeclineBody = z.strictObject({
  reason: text(2000, "Please say why, in words for the patient."),
  doctorid: z.optional(line(60)),
});

/** What a doctor may set when prescribing; left out, as usual. */
const PrescribingBody = {
  doctorid: z.optional(line(60)),
  refills: z.optional(z.int().check(z.minimum(0), z.maximum(12))),
  /** To the patient, with the decision. */
  note: z.optional(text(2000)),
};

/** A prescription without fills left that a patient's next supply waits for. */
export const RenewalRequest = z.object({
  id: Id,
  patient: PatientSummary,
  item: PlanItem,
  rxnumber: z.string(),
  /** Something she told since it was prescribed speaks against it. */
  withheld: z.boolean(),
  requestedat: Moment,
});
export type RenewalRequest = z.output<typeof RenewalRequest>;

/** A conversation as the practice sees it. */
export const ClinicConversation = z.object({
  id: Id,
  kind: ConversationKind,
  patient: PatientSummary,
  lastseq: z.int(),
  /** How far the patient has read. */
  readseq: z.int(),
  /** Since when she waits for an answer; null: she does not. */
  waitingsince: z.nullable(Moment),
  /** The practice waits for an answer of hers. */
  needsreply: z.boolean(),
  open: z.boolean(),
});
export type ClinicConversation = z.output<typeof ClinicConversation>;

/** The practice's own system, by `x-api-key`; every call leaves an audit row. */
export const care = {
  patients: endpoint({
    method: "GET",
    base: "default",
    path: "/patient",
    summary: "All patients, newest first",
    auth: "clinic",
    query: NextPage,
    ok: paged(PatientSummary),
    errors: [],
  }),
  patient: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/{id}",
    summary: "One patient with everything a plan is decided on",
    auth: "clinic",
    params: ById,
    ok: PatientRecord,
    errors: [],
  }),
  incoming: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/incoming",
    summary: "Patients waiting to be accepted, longest wait first",
    auth: "clinic",
    query: NextPage,
    ok: paged(PatientSummary),
    errors: [],
  }),
  accept: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/{id}/accept",
    summary: "Accept a patient for a doctor, or for the one the router chose; accepting again changes nothing",
    auth: "clinic",
    params: ById,
    body: z.optional(z.nullable(z.strictObject({ doctorid: z.optional(line(60)) }))),
    ok: PatientSummary,
    errors: ["wrong_state", "not_available_in_state"],
  }),
  verification: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/verification",
    summary: "Patients whose identity a person has to check, longest wait first",
    auth: "clinic",
    query: NextPage,
    ok: paged(z.extend(PatientSummary, { photos: z.array(PatientPhoto) })),
    errors: [],
  }),
  messages: endpoint({
    method: "GET",
    base: "v3",
    path: "/admin/patients/{id}/messages",
    summary: "A patient's messages with the practice over all her conversations, newest first",
    auth: "clinic",
    params: ById,
    query: CursorPage,
    ok: z.object({ items: z.array(Message), cursor: z.nullable(z.string()) }),
    errors: [],
  }),
  photo: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/patient/{id}/photo/{photoid}",
    summary: "A photo of the identity check",
    auth: "clinic",
    params: z.object({ id: Id, photoid: Id }),
    ok: "application/octet-stream",
    errors: [],
  }),
  decideIdentity: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/patient/{id}/identity",
    summary: "The outcome of an identity check by a person",
    auth: "clinic",
    params: ById,
    body: z.strictObject({ outcome: z.enum(["matched", "no_match"]) }),
    ok: PatientSummary,
    errors: ["wrong_state"],
  }),
  approvePlan: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/plan/approve",
    summary: "Approve the plan as requested: the prescription is written and the payment captured",
    auth: "clinic",
    idempotency: true,
    params: ById,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...PrescribingBody,
          directions: z.optional(z.record(z.string().check(z.maxLength(60)), text(500))),
        }),
      ),
    ),
    ok: PatientRecord,
    errors: ["wrong_state", "card_declined", "insufficient_funds", "expired_card", "lost_card", "payment_pending"],
  }),
  declinePlan: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/plan/decline",
    summary: "Decline the plan: the authorization is voided and she is told why",
    auth: "clinic",
    idempotency: true,
    params: ById,
    body: DeclineBody,
    ok: PatientRecord,
    errors: ["wrong_state"],
  }),
  renewals: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/renewal",
    summary: "Prescriptions to renew, longest wait first",
    auth: "clinic",
    query: NextPage,
    ok: paged(RenewalRequest),
    errors: [],
  }),
  approveRenewal: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/renewal/{id}/approve",
    summary: "Prescribe it again: supplies that waited for it are planned, and she is told",
    auth: "clinic",
    idempotency: true,
    params: ById,
    body: z.optional(
      z.nullable(
        z.strictObject({
          ...PrescribingBody,
          directions: z.optional(text(500)),
          /** Prescribe it although something she told since speaks against it; without it such a one is refused. */
          despitewarning: z.optional(z.boolean()),
        }),
      ),
    ),
    ok: PatientRecord,
    errors: ["wrong_state"],
  }),
  declineRenewal: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/renewal/{id}/decline",
    summary: "Do not prescribe it again: its subscriptions end, nothing more is charged, and she is told why",
    auth: "clinic",
    idempotency: true,
    params: ById,
    body: DeclineBody,
    ok: PatientRecord,
    errors: ["wrong_state"],
  }),
  conversations: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/conversation",
    summary: "Conversations in which a patient waits for an answer, longest wait first",
    auth: "clinic",
    query: NextPage,
    ok: paged(ClinicConversation),
    errors: [],
  }),
  conversation: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/conversation/{id}",
    summary: "One conversation and how far the patient has read",
    auth: "clinic",
    params: ById,
    ok: ClinicConversation,
    errors: [],
  }),
  patientConversations: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/patient/{id}/conversation",
    summary: "A patient's conversations, to write to her",
    auth: "clinic",
    params: ById,
    ok: z.object({ items: z.array(ClinicConversation) }),
    errors: [],
  }),
  sendMessage: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/conversation/{id}/message",
    summary: "A message to the patient, from her doctor or patient services as the conversation is",
    auth: "clinic",
    idempotency: true,
    params: ById,
    body: z.strictObject({
      message: messageText,
      needsreply: z.optional(z.boolean()),
      clientid: z.optional(ClientId),
      /** The last `seq` the writer had read: what she wrote after it goes on waiting. Left out, all is answered. */
      answersseq: z.optional(z.int().check(z.minimum(0))),
      /** `prescription_followup` asks her for something she marks as done. */
      type: z.optional(z.enum(["text", "prescription_followup"])),
    }),
    ok: Message,
    status: 201,
    errors: ["wrong_state"],
  }),
  sendMessageAttachment: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/conversation/{id}/messageattachment",
    summary: "A file to the patient, with a few words",
    auth: "clinic",
    idempotency: true,
    upload: true,
    params: ById,
    body: z.strictObject({
      message: z.optional(messageText),
      clientid: z.optional(ClientId),
      answersseq: z.optional(wholeNumber()),
    }),
    ok: Message,
    status: 201,
    errors: ["wrong_state"],
  }),
  messageAttachment: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/conversation/{id}/attachment/{attachmentid}",
    summary: "The file of a message",
    auth: "clinic",
    params: z.object({ id: Id, attachmentid: Id }),
    ok: "application/octet-stream",
    errors: [],
  }),
  openConversation: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/conversation/{id}/open",
    summary: "Close a conversation, or open it again; the patient can read it still",
    auth: "clinic",
    params: ById,
    body: z.strictObject({ open: z.boolean() }),
    ok: ClinicConversation,
    errors: [],
  }),
  sendFollowup: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/followup",
    summary: "Send a treatment review; an open one is returned",
    auth: "clinic",
    params: ById,
    body: z.optional(z.nullable(z.strictObject({ code: z.optional(line(40)) }))),
    ok: z.object({ followupid: Id, followupstatus: z.enum(["SENT", "CLAIMED"]), code: z.nullable(z.string()) }),
    status: 201,
    errors: ["wrong_state", "coupon_not_found"],
  }),
  issueLetter: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/{id}/medicalletter",
    summary: "Issue a medical letter; it takes the place of the one before",
    auth: "clinic",
    idempotency: true,
    params: ById,
    body: z.strictObject({ text: text(10_000, "Please write the letter."), doctorid: z.optional(line(60)) }),
    ok: z.object({ id: Id, issuedat: Moment }),
    status: 201,
    errors: ["wrong_state"],
  }),
  shipOrder: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/shipped",
    summary: "The parcel has left the pharmacy; again, its tracking is corrected",
    auth: "clinic",
    params: ById,
    body: z.strictObject({
      carrier: line(60, "Please name the carrier."),
      trackingnumber: line(80, "Please enter the tracking number."),
      trackingurl: z.optional(
        z
          .url("Please enter a web address.")
          .check(z.maxLength(500), z.startsWith("https://", "Please enter a web address.")),
      ),
      estimateddelivery: z.optional(Day),
    }),
    ok: OfOrder,
    errors: ["wrong_state", "prescription_needed"],
  }),
  deliverOrder: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/delivered",
    summary: "The parcel has arrived; again, nothing changes",
    auth: "clinic",
    params: ById,
    body: Nothing,
    ok: OfOrder,
    errors: ["wrong_state"],
  }),
  resolvePayment: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/order/{id}/payment",
    summary: "Decide on a payment that differs from its order: accept what was taken, or release it",
    auth: "clinic",
    idempotency: true,
    params: ById,
    /** `accept`: what was taken pays the order, any more is given back. `release`: all is given back, and she may order again. */
    body: z.strictObject({ outcome: z.enum(["accept", "release"]) }),
    ok: OfOrder,
    errors: ["wrong_state"],
  }),
  refundOrder: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/order/{id}/refund",
    summary: "Refund an order, or a part of it; never more than was paid",
    auth: "clinic",
    idempotency: true,
    params: ById,
    body: z.strictObject({
      /** Dollars; left out, all that is left. */
      amount: z.optional(
        z
          .number("Please enter an amount.")
          .check(
            z.minimum(0.01, "Please enter an amount."),
            z.multipleOf(0.01, "Please enter dollars with two decimals at most."),
          ),
      ),
      reason: text(500, "Please say why."),
    }),
    ok: OfOrder,
    errors: ["wrong_state", "payment_pending"],
  }),
} as const;
