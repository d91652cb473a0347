import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { ClientId, ConversationKind, Message, messageText } from "#contract/messages/message.ts";
import { IdParams, CursorQuery, PageQuery, wholeNumber } from "#contract/http/params.ts";
import { PatientSummary } from "./patients.ts";
import { Id, Moment, optionalText, paged } from "#contract/fields/fields.ts";

/** A conversation as the practice sees it. */
export const ClinicConversation = z.object({
  id: Id,
  kind: ConversationKind,
  patient: PatientSummary,
  lastseq: z.int(),
  /** How far the patient has read. */
  readseq: z.int(),
  /** Since when the patient has been waiting for an answer; null: they are not. */
  waitingsince: z.nullable(Moment),
  /** The practice is waiting for the patient's answer. */
  needsreply: z.boolean(),
  open: z.boolean(),
});
export type ClinicConversation = z.output<typeof ClinicConversation>;

/** Conversations as the practice handles them; spread into `care`. */
export const conversationCalls = {
  messages: endpoint({
    method: "GET",
    base: "v3",
    path: "/admin/patients/{id}/messages",
    summary: "A patient's messages with the practice across all conversations, newest first",
    auth: "clinic",
    scopes: ["clinical"],
    params: IdParams,
    query: CursorQuery,
    ok: z.object({ items: z.array(Message), cursor: z.nullable(z.string()) }),
    errors: [],
  }),
  conversations: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/conversation",
    summary:
      "Conversations in which a patient waits for an answer: those with an emergency first, then longest wait first",
    auth: "clinic",
    scopes: ["messages", "clinical"],
    query: PageQuery,
    ok: paged(ClinicConversation),
    errors: [],
  }),
  conversation: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/conversation/{id}",
    summary: "One conversation and how far the patient has read",
    auth: "clinic",
    scopes: ["messages", "clinical"],
    params: IdParams,
    ok: ClinicConversation,
    errors: [],
  }),
  patientConversations: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/patient/{id}/conversation",
    summary: "A patient's conversations, for writing to the patient",
    auth: "clinic",
    scopes: ["messages", "clinical"],
    params: IdParams,
    ok: z.object({ items: z.array(ClinicConversation) }),
    errors: [],
  }),
  sendMessage: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/conversation/{id}/message",
    summary: "Send a message to the patient, from the doctor or patient services, whichever the conversation is with",
    auth: "clinic",
    scopes: ["messages", "clinical"],
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      message: messageText,
      needsreply: z.optional(z.boolean()),
      clientid: optionalText(ClientId),
      /** The last `seq` the writer had read: later messages of the patient stay unanswered. 0: none is answered yet. Left out, all are. */
      answersseq: z.optional(z.int().check(z.minimum(0))),
      /** `prescription_followup` asks the patient for something they mark as done. */
      type: optionalText(z.enum(["text", "prescription_followup"])),
    }),
    ok: Message,
    status: 201,
    errors: ["wrong_state"],
  }),
  sendMessageAttachment: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/conversation/{id}/messageattachment",
    summary: "Send a file to the patient, with a few words",
    auth: "clinic",
    scopes: ["messages", "clinical"],
    idempotency: true,
    upload: true,
    params: IdParams,
    body: z.strictObject({
      message: optionalText(messageText),
      clientid: optionalText(ClientId),
      answersseq: optionalText(wholeNumber()),
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
    scopes: ["messages", "clinical"],
    params: z.object({ id: Id, attachmentid: Id }),
    ok: "application/octet-stream",
    errors: [],
  }),
  openConversation: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/conversation/{id}/open",
    summary: "Close a conversation, or reopen it; the patient can still read it",
    auth: "clinic",
    scopes: ["messages", "clinical"],
    params: IdParams,
    body: z.strictObject({ open: z.boolean() }),
    ok: ClinicConversation,
    errors: [],
  }),
} as const;
