import * as z from "zod/mini";
import { Id, Moment, multiLine, optionalText, paged, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, CursorQuery, PageQuery, wholeNumber } from "#contract/http/params.ts";
import { ClientId, ConversationKind, Message, messageText } from "#contract/messages/message.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { Assignee, PatientSummary } from "./patients.ts";

/** A conversation as the practice sees it. */
export const ClinicConversation = z.object({
  id: Id,
  kind: ConversationKind,
  patient: PatientSummary,
  lastseq: z.int(),
  /** How far the patient has read. */
  readseq: z.int(),
  /** How far the practice has read: what was marked by `readConversation`. */
  staffreadseq: z.int(),
  /** Since when the patient has been waiting for an answer; null: they are not. */
  waitingsince: z.nullable(Moment),
  /** The practice is waiting for the patient's answer. */
  needsreply: z.boolean(),
  open: z.boolean(),
  /** Whose it is until it's answered, handed over or released; null: nobody's. */
  assignee: z.nullable(Assignee),
});
export type ClinicConversation = z.output<typeof ClinicConversation>;

const partOfKind = { doctor: "doctor_conversation", patient_services: "services_conversation" } as const;

/** What it takes to read a conversation of this kind, or to write in it: what patients write to the doctor is clinical. */
export const conversationNeeds = (verb: "read" | "write", kind: keyof typeof partOfKind): readonly Permission[] => [
  `${verb}:${partOfKind[kind]}`,
];

/** The kinds of conversations that somebody with these permissions reads. */
export const readKinds = (own: readonly Permission[]): readonly z.output<typeof ConversationKind>[] =>
  (["doctor", "patient_services"] as const).filter((kind) => permits(own, conversationNeeds("read", kind)));

/** An answer the practice gives often, with what is known of the patient filled in. */
export const CannedReply = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type CannedReply = z.output<typeof CannedReply>;

/** What can be sent to read with an answer. */
export const TeachingMaterial = z.object({
  id: z.string(),
  title: z.string(),
  /** The practice's own, that only who is sent it reads; otherwise an article of the help center. */
  leaflet: z.boolean(),
});
export type TeachingMaterial = z.output<typeof TeachingMaterial>;
/** The id of what is sent to read. */
const articleid = optionalText(singleLine(80));

/** A question that moved from one of a patient's conversations to the other one. Both sides read the note, so it says nothing about health. */
export const Handover = z.object({
  id: Id,
  from: ConversationKind,
  to: ConversationKind,
  /** Of the sentence that tells the patient, in the conversation that was asked for. */
  seq: z.int(),
  note: z.string(),
  /** Who handed it over; null: a system of the practice. */
  name: z.nullable(z.string()),
  at: Moment,
});
export type Handover = z.output<typeof Handover>;

/** Conversations as the practice handles them; spread into `care`. */
export const conversationCalls = {
  messages: clinicCall("GET /admin/patients/{id}/messages", {
    base: "v3",
    summary: "A patient's messages with the practice across all conversations, newest first",
    access: { needs: ["read:health"], record: "patient" },
    params: IdParams,
    query: CursorQuery,
    ok: z.object({ items: z.array(Message), cursor: z.nullable(z.string()) }),
  }),
  conversations: clinicCall("GET /clinic/conversation", {
    summary:
      "Conversations in which a patient waits for an answer: those with an emergency first, then longest wait first",
    access: { needs: ["read:doctor_conversation", "read:services_conversation"] },
    query: PageQuery,
    ok: paged(ClinicConversation),
  }),
  conversation: clinicCall("GET /clinic/conversation/{id}", {
    summary: "One conversation and how far the patient has read",
    access: { needs: ["read:doctor_conversation", "read:services_conversation"], record: "conversation" },
    params: IdParams,
    ok: ClinicConversation,
  }),
  conversationMessages: clinicCall("GET /clinic/conversation/{id}/message", {
    summary: "Messages of one conversation, newest first",
    access: { needs: ["read:doctor_conversation", "read:services_conversation"], record: "conversation" },
    params: IdParams,
    query: CursorQuery,
    ok: z.object({ items: z.array(Message), cursor: z.nullable(z.string()) }),
  }),
  cannedReplies: clinicCall("GET /clinic/conversation/{id}/cannedreply", {
    summary:
      "Answers given often, filled in for this patient; one that needs what is not known of the patient is left out. And what can be sent to read with an answer: leaflets of the practice first, then the help center's articles, in their order",
    access: { needs: ["write:doctor_conversation", "write:services_conversation"], record: "conversation" },
    params: IdParams,
    ok: z.object({ items: z.array(CannedReply), articles: z.array(TeachingMaterial) }),
  }),
  patientConversations: clinicCall("GET /clinic/patient/{id}/conversation", {
    summary: "A patient's conversations, for writing to the patient",
    access: { needs: ["read:doctor_conversation", "read:services_conversation"], record: "patient" },
    params: IdParams,
    ok: z.object({ items: z.array(ClinicConversation) }),
  }),
  sendMessage: clinicCall("POST /clinic/conversation/{id}/message", {
    summary: "Send a message to the patient, from the doctor or patient services, whichever the conversation is with",
    access: {
      needs: ["write:doctor_conversation", "write:services_conversation"],
      record: "conversation",
      work: "conversation",
    },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      message: messageText,
      needsreply: z.optional(z.boolean()),
      clientid: optionalText(ClientId),
      /** The last `seq` the writer had read: later messages of the patient stay unanswered. 0: none is answered yet. Left out, all are. */
      answersseq: z.optional(z.int().check(z.minimum(0))),
      /** The last `seq` on the writer's screen: refused as `conflict` if somebody else of the practice has written since. Left out, it's sent in any case. */
      seenseq: z.optional(z.int().check(z.minimum(0))),
      /** `prescription_followup` asks the patient for something they mark as done. */
      type: optionalText(z.enum(["text", "prescription_followup"])),
      /** Something to read that goes with it, of those `cannedreply` lists. */
      articleid,
    }),
    ok: Message,
    status: 201,
    errors: ["wrong_state", "conflict"],
  }),
  sendMessageAttachment: clinicCall("POST /clinic/conversation/{id}/messageattachment", {
    summary: "Send a file to the patient, with a few words",
    access: {
      needs: ["write:doctor_conversation", "write:services_conversation"],
      record: "conversation",
      work: "conversation",
    },
    idempotency: true,
    upload: true,
    params: IdParams,
    body: z.strictObject({
      message: optionalText(messageText),
      clientid: optionalText(ClientId),
      answersseq: optionalText(wholeNumber()),
      seenseq: optionalText(wholeNumber()),
      articleid,
    }),
    ok: Message,
    status: 201,
    errors: ["wrong_state", "conflict"],
  }),
  withdrawMessage: clinicCall("POST /clinic/conversation/{id}/message/{mid}/withdrawn", {
    summary:
      "Take back a message of the practice that was meant for another patient. Its text is shown to nobody any more. With `forpatientid` that patient is sent the same, in the caller's name",
    access: { needs: ["write:doctor_conversation", "write:services_conversation"], record: "conversation" },
    idempotency: true,
    params: z.object({ id: Id, mid: Id }),
    body: z.strictObject({
      /** Whom it was meant for. A file isn't sent again. */
      forpatientid: optionalText(Id),
    }),
    ok: Message,
    errors: ["wrong_state", "conflict"],
  }),
  keepMessage: clinicCall("POST /clinic/conversation/{id}/message/{mid}/kept", {
    summary:
      "A message that the patient said isn't theirs is theirs: it's shown to them again, with a message that says why",
    access: { needs: ["write:doctor_conversation", "write:services_conversation"], record: "conversation" },
    idempotency: true,
    params: z.object({ id: Id, mid: Id }),
    body: z.strictObject({ message: messageText }),
    ok: Message,
    errors: ["wrong_state", "conflict"],
  }),
  messageAttachment: clinicCall("GET /clinic/conversation/{id}/attachment/{attachmentid}", {
    summary: "The file of a message",
    access: { needs: ["read:doctor_conversation", "read:services_conversation"], record: "conversation" },
    params: z.object({ id: Id, attachmentid: Id }),
    ok: "application/octet-stream",
  }),
  readConversation: clinicCall("PUT /clinic/conversation/{id}/read", {
    summary:
      "Mark a conversation as read by the practice up to a message; the mark never moves back, and the patient sees it",
    access: { needs: ["write:doctor_conversation", "write:services_conversation"], record: "conversation" },
    changesNothing: true,
    params: IdParams,
    body: z.strictObject({
      /** The last `seq` that was on screen. */
      seq: z.int().check(z.minimum(0)),
    }),
    ok: ClinicConversation,
  }),
  openConversation: clinicCall("PUT /clinic/conversation/{id}/open", {
    summary: "Close a conversation, or reopen it; the patient can still read it",
    access: {
      needs: ["write:doctor_conversation", "write:services_conversation"],
      record: "conversation",
      work: "conversation",
    },
    params: IdParams,
    body: z.strictObject({ open: z.boolean() }),
    ok: ClinicConversation,
  }),
  assignees: clinicCall("GET /clinic/conversation/{id}/assignee", {
    summary: "Whose a conversation can be: the people who may answer it",
    access: { needs: ["write:doctor_conversation", "write:services_conversation"], record: "conversation" },
    params: IdParams,
    ok: z.object({ items: z.array(z.object({ memberid: Id, name: z.string() })) }),
  }),
  assignConversation: clinicCall("PUT /clinic/conversation/{id}/assignee", {
    summary: "Assign a conversation to somebody who may answer it, or release it",
    access: { needs: ["write:doctor_conversation", "write:services_conversation"], record: "conversation" },
    params: IdParams,
    body: z.strictObject({
      /** Null releases it. */
      memberid: z.nullable(Id),
      /** Whose it is as far as the caller knows, left out: nobody's. Somebody else's is refused as `conflict`. */
      fromid: optionalText(Id),
    }),
    ok: ClinicConversation,
    errors: ["wrong_state", "conflict"],
  }),
  handovers: clinicCall("GET /clinic/conversation/{id}/handover", {
    summary: "What a conversation handed over or was handed, with the internal notes, oldest first",
    access: { needs: ["read:doctor_conversation", "read:services_conversation"], record: "conversation" },
    params: IdParams,
    ok: z.object({ items: z.array(Handover) }),
  }),
  handOverConversation: clinicCall("POST /clinic/conversation/{id}/handover", {
    summary:
      "Hand what waits in a conversation to the patient's other one: the doctor's to patient services, or theirs to the doctor",
    access: {
      needs: ["write:doctor_conversation", "write:services_conversation"],
      record: "conversation",
      work: "conversation",
    },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      /** For whoever answers. Patient services read it, so nothing about health. */
      note: multiLine(500, "Please write a short note."),
      /** The last `seq` that was read: what the patient wrote after it goes on waiting here. */
      seq: z.int().check(z.minimum(1)),
    }),
    ok: ClinicConversation,
    status: 201,
    errors: ["wrong_state", "conflict", "not_available_in_state"],
  }),
} as const;
