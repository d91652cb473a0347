import * as z from "zod/mini";
import { Emergency } from "#contract/emergency/emergency.ts";
import { Id, Moment, optionalText, paged } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams, CursorQuery, PageQuery, wholeNumber } from "#contract/http/params.ts";
import { ClientId, ConversationKind, Message, messageText } from "./message.ts";

export const Conversation = z.object({
  id: Id,
  kind: ConversationKind,
  title: z.string(),
  patientId: Id,
  /** The highest `seq`, and the highest the patient has read. Others' messages in between are unread. */
  lastseq: z.int(),
  readseq: z.int(),
  /** The highest `seq` the practice has read; null while the patient waits for an answer to an emergency: nobody should wait for help because of it. */
  staffreadseq: z.nullable(z.int()),
  unreadcount: z.int(),
  /** The practice is waiting for the patient's answer. */
  needsreply: z.boolean(),
  /** False where it is read-only. */
  open: z.boolean(),
  /** If not open: the sentence that says why, and what the patient can do. */
  closedreason: z.nullable(z.string()),
  /** While the patient's doctor is away: until when, and who covers. */
  awaytext: z.nullable(z.string()),
  lastmessage: z.nullable(Message),
  /** A message here describes an emergency, and its notice has not been dismissed yet: shown above the composer. */
  emergency: z.nullable(Emergency),
});
export type Conversation = z.output<typeof Conversation>;

/** Spec §3: the care-team side of a conversation. */
export const Member = z.object({
  userid: z.string(),
  doctorid: z.nullable(z.string()),
  doctorname: z.nullable(z.string()),
  profileUrl: z.nullable(z.string()),
});

export const UnreadCount = z.object({ conversationid: Id, lastseq: z.int(), readseq: z.int(), unreadcount: z.int() });

/** The sent message; `emergency` where it describes one. */
export const SentMessage = z.extend(Message, { emergency: z.nullable(Emergency) });

/** Up to where the patient has read; left out, everything. The mark never moves back. */
const MarkAsReadBody = z.optional(z.nullable(z.strictObject({ seq: z.optional(z.int().check(z.minimum(0))) })));
/** `afterseq` fetches a gap instead of a page: the messages above it, oldest first. */
const MessagesQuery = z.extend(CursorQuery, { afterseq: optionalText(wholeNumber()) }).check(
  z.refine(({ cursor, afterseq }) => cursor === undefined || afterseq === undefined, {
    path: ["afterseq"],
    message: "Please ask with cursor or afterseq, not with both.",
  }),
);
/** Newest first; with `afterseq` oldest first. `nextpage` and `cursor` continue in the same direction. */
const MessagePage = z.object({
  items: z.array(Message),
  cursor: z.nullable(z.string()),
  lastseq: z.int(),
  readseq: z.int(),
});

export const messages = {
  conversations: patientCall("GET /conversation", {
    summary: "The patient's conversations: with the doctor, and with patient services where the state has it",
    shows: ["user", "treatment", "conversation", "message"],
    ok: z.object({ items: z.array(Conversation) }),
  }),
  conversation: patientCall("GET /conversation/{id}", {
    summary: "One conversation",
    shows: ["conversation"],
    params: IdParams,
    ok: Conversation,
  }),
  members: patientCall("GET /conversation/{id}/member", {
    summary: "Who answers in a conversation",
    params: IdParams,
    ok: z.object({ items: z.array(Member) }),
  }),
  messagePages: patientCall("GET /conversation/{id}/message", {
    summary: "Messages of a conversation, newest first",
    params: IdParams,
    query: PageQuery,
    ok: paged(Message),
  }),
  send: patientCall("POST /conversation/{id}/message", {
    summary: "Send a message",
    idempotency: { untilNextWrite: true },
    params: IdParams,
    body: z.strictObject({ message: messageText, clientid: optionalText(ClientId) }),
    ok: SentMessage,
    status: 201,
    errors: ["wrong_state"],
  }),
  sendAttachment: patientCall("POST /conversation/{id}/messageattachment", {
    summary: "Send a file, with an optional message",
    idempotency: { untilNextWrite: true },
    upload: true,
    params: IdParams,
    body: z.strictObject({ message: optionalText(messageText), clientid: optionalText(ClientId) }),
    ok: SentMessage,
    status: 201,
    errors: ["wrong_state"],
  }),
  attachment: patientCall("GET /conversation/{id}/attachment/{attachmentid}", {
    summary: "The file of a message, to members only",
    params: z.object({ id: Id, attachmentid: Id }),
    ok: "application/octet-stream",
  }),
  answerAction: patientCall("PUT /conversation/{id}/message/{mid}/action", {
    summary: "Mark what a message asked for as done",
    params: z.object({ id: Id, mid: Id }),
    body: z.optional(z.nullable(z.strictObject({ actionstatus: optionalText(z.literal("ANSWERED")) }))),
    ok: Message,
    errors: ["wrong_state"],
  }),
  reportMessage: patientCall("PUT /conversation/{id}/message/{mid}/notmine", {
    summary:
      "Say that a message of the practice isn't the patient's. It's hidden at once and the practice looks into it; a repeat changes nothing",
    params: z.object({ id: Id, mid: Id }),
    ok: Message,
    errors: ["wrong_state"],
  }),
  messages: patientCall("GET /v1/conversation/{id}/messages", {
    base: "v3",
    summary: "Messages of a conversation by cursor, or the gap after a `seq`",
    params: IdParams,
    query: MessagesQuery,
    ok: MessagePage,
  }),
  markAsRead: patientCall("PATCH /v1/conversation/{id}/mark-as-read", {
    changesNothing: true,
    base: "v3",
    summary: "Move the read mark forward",
    params: IdParams,
    body: MarkAsReadBody,
    ok: UnreadCount,
  }),
  dismissEmergency: patientCall("PUT /conversation/{id}/emergency/dismiss", {
    summary: "Dismiss the emergency notice; the practice still knows of the emergency",
    params: IdParams,
    ok: Conversation,
  }),
  adminChat: patientCall("GET /admin-patient-chat/conversations/{id}", {
    base: "v3",
    summary: "The conversation with patient services, with its latest messages",
    params: IdParams,
    query: MessagesQuery,
    ok: z.extend(MessagePage, { conversation: Conversation }),
    errors: ["not_available_in_state"],
  }),
  adminChatUnread: patientCall("GET /admin-patient-chat/conversations/{id}/unread-count", {
    base: "v3",
    summary: "Unread messages from patient services",
    params: IdParams,
    ok: UnreadCount,
    errors: ["not_available_in_state"],
  }),
  markAdminChatAsRead: patientCall("PATCH /admin-patient-chat/conversations/{id}/mark-as-read", {
    changesNothing: true,
    base: "v3",
    summary: "Move the read mark of patient services forward",
    params: IdParams,
    body: MarkAsReadBody,
    ok: UnreadCount,
    errors: ["not_available_in_state"],
  }),
  unreadCount: patientCall("GET /conversation/all/unreadmessagecount/{patientId}", {
    base: "process",
    summary: "Unread messages across all of the patient's conversations, for the badge",
    shows: ["conversation", "message"],
    params: z.object({ patientId: Id }),
    ok: z.object({
      unreadcount: z.int(),
      conversations: z.array(z.extend(UnreadCount, { kind: ConversationKind })),
      updatedat: Moment,
    }),
  }),
} as const;
