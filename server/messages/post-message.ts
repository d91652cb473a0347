import type { Message } from "#contract/messages/message.ts";
import { notifyOfMessage } from "#server/notifications/public.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type Author, authorKey } from "./authors.ts";
import {
  changeConversation,
  ensureConversation,
  lockConversations,
  type ConversationRow,
  type Kind,
  conversationPath,
} from "./conversations/conversations.ts";
import {
  insertMessage,
  isSameFile,
  messageOfClientId,
  type MessageRow,
  messageRows,
  sealText,
  type Type,
} from "./message-queries.ts";
import { copyNeedsReplyToPatient } from "./needs-reply.ts";
import { presentMessages } from "./present-message.ts";
import { countersAfterMessage } from "./reading/unread-counters.ts";
import { stillWaitingAfter } from "./waiting-since.ts";

export interface PostMessageInput {
  readonly patientId: string;
  readonly kind: Kind;
  readonly author: Author;
  /** Empty for a file without text. */
  readonly text: string;
  readonly type?: Type;
  readonly fileId?: string;
  /** The practice awaits the patient's reply. */
  readonly needsReply?: boolean;
  readonly followupId?: string;
  /** What goes with it to read. */
  readonly article?: { readonly id: string; readonly title: string };
  /** Unique per author forever; a repeat returns the existing message. */
  readonly clientId?: string;
  /** The practice's message answers what was written up to this `seq`; everything when left out. */
  readonly answersSeq?: number;
  /** False where another mail covers it. */
  readonly sendsMail?: boolean;
  /** False where the patient is told by another message. */
  readonly notifies?: boolean;
}

export interface PostMessageResult<M extends Message = Message> {
  readonly message: M;
  /** False for a repeat: `message` existed before. */
  readonly isNew: boolean;
}

/** Runs before a new message is written, with the conversation locked; may throw a Refusal. Skipped for a repeat. */
export type PostCheck = (conversation: ConversationRow) => Promise<void>;

/**
 * Writes a message into the patient's conversation of the given kind, creating it if needed, and notifies the patient unless they wrote it.
 * Gives the message as the patient sees it. A repeated client id returns the message it was first used for; with another text, file, type
 * or conversation it is an `idempotency_mismatch`.
 */
export const postMessage = async (services: TxServices, input: PostMessageInput): Promise<Message> =>
  (await postMessageOnce(services, input)).message;

/** Like `postMessage`; `check` may refuse a new message, and the result says whether one was written. */
export async function postMessageOnce(
  services: TxServices,
  input: PostMessageInput,
  check?: PostCheck,
): Promise<PostMessageResult> {
  const { db } = services;
  const conversations = await lockAndEnsureConversation(services, input);
  const conversation = conversations.find(({ kind }) => kind === input.kind) as ConversationRow;
  const before = await findRepeated(services, conversation, input);
  if (before) return { message: await presentRow(services, before), isNew: false };
  await check?.(conversation);
  const at = services.clock.now();
  const after = countersAfterMessage(
    conversation,
    {
      authorSide: sideOf(input.author),
      needsReply: input.needsReply ?? false,
      sendsMail: input.sendsMail ?? true,
      unansweredSince: await stillWaitingSince(services, conversation, input),
      at,
    },
    services.content.messages.mail,
  );
  const row = await insertRow(services, conversation, input, {
    seq: after.last_seq,
    received_count: after.received_count,
    at,
  });
  if (row === undefined) {
    // The client id was used concurrently in another patient's conversation.
    const other = await findRepeated(services, conversation, input);
    if (other) return { message: await presentRow(services, other), isNew: false };
    throw new Refusal("in_flight", { transient: true });
  }
  await changeConversation(db, conversation.id, after);
  await copyNeedsReplyToPatient(services, input.patientId, [
    ...conversations.filter((each) => each !== conversation),
    { needs_reply: after.needs_reply ?? conversation.needs_reply },
  ]);
  const message = await presentRow(services, row);
  if (input.author.role !== "patient" && (input.notifies ?? true)) await notifyPatient(services, conversation, message);
  return { message, isNew: true };
}

function sideOf(author: Author) {
  if (author.role === "patient") return author.helperId ? "helper" : "patient";
  return author.role === "system" ? "system" : "practice";
}

/** Locks the patient's conversations, creating the one of this kind if needed. */
async function lockAndEnsureConversation(
  services: TxServices,
  { patientId, kind }: PostMessageInput,
): Promise<ConversationRow[]> {
  const found = await lockConversations(services.db, patientId);
  if (found.some((each) => each.kind === kind)) return found;
  await ensureConversation(services.db, patientId, kind, services.clock.now());
  return lockConversations(services.db, patientId);
}

async function findRepeated(
  services: TxServices,
  conversation: ConversationRow,
  input: PostMessageInput,
): Promise<MessageRow | undefined> {
  if (input.clientId === undefined) return undefined;
  const found = await messageOfClientId(services, authorKey(input.author, input.patientId), input.clientId);
  if (found && !(found.conversation_id === conversation.id && (await isSameMessage(services, found, input))))
    throw new Refusal("idempotency_mismatch");
  return found;
}

async function isSameMessage(
  { db }: TxServices,
  found: MessageRow,
  { text, type = "text", fileId, article }: PostMessageInput,
): Promise<boolean> {
  if (found.text !== text || found.type !== type || found.article_id !== (article?.id ?? null)) return false;
  return found.file_id === null || fileId === undefined || isSameFile(db, found.file_id, fileId);
}

/** Since when the patient waits for more than this message answers; null when nothing is left. */
async function stillWaitingSince(
  { db }: TxServices,
  { id, waiting_since }: ConversationRow,
  { answersSeq }: PostMessageInput,
): Promise<Date | null> {
  return answersSeq === undefined ? null : stillWaitingAfter(db, { id, waiting_since }, answersSeq);
}

async function insertRow(
  services: TxServices,
  conversation: ConversationRow,
  input: PostMessageInput,
  {
    seq,
    received_count: receivedCount,
    at,
  }: { readonly seq: number; readonly received_count: number; readonly at: Date },
): Promise<MessageRow | undefined> {
  const { author, patientId, type = "text" } = input;
  const id = newId();
  const inserted = await insertMessage(services.db, {
    id,
    conversation_id: conversation.id,
    seq,
    patient_id: patientId,
    author: authorKey(author, patientId),
    client_id: input.clientId ?? null,
    role: author.role,
    ...writerColumns(author),
    helper_id: author.role === "patient" ? (author.helperId ?? null) : null,
    type,
    text_sealed: sealText(services.secrets, id, input.text),
    file_id: input.fileId ?? null,
    needs_reply: input.needsReply ?? false,
    action_status: type === "prescription_followup" ? "PENDING" : null,
    followup_id: input.followupId ?? null,
    ...{ article_id: input.article?.id ?? null, article_title: input.article?.title ?? null },
    received_count: receivedCount,
    created_at: at,
  });
  if (!inserted) return undefined;
  const [row] = await messageRows(services, patientId, [id]);
  return row;
}

/** A nurse's words are nobody else's: they carry no doctor. */
function writerColumns(author: Author) {
  const writer = author.role === "doctor" || author.role === "patient_services" ? author.writer : undefined;
  if (writer)
    return {
      doctor_id: writer.doctorId,
      member_id: writer.memberId,
      writer_role: writer.role,
      covered_doctor_id: writer.coveredDoctorId,
    };
  return { doctor_id: author.role === "doctor" ? author.doctorId : null };
}

async function presentRow(services: TxServices, row: MessageRow): Promise<Message> {
  const [message] = await presentMessages(services, [row]);
  return message as Message;
}

async function notifyPatient(
  services: TxServices,
  { id, kind, patient_id: patientId }: ConversationRow,
  message: Message,
) {
  const { notification } = services.content.messages;
  await notifyOfMessage(services, {
    patientId,
    conversationId: id,
    seq: message.seq,
    title: notification.title.replace("{{sender}}", () => message.sender.name),
    text: message.message === "" ? notification.attachment : message.message,
    href: conversationPath(kind),
  });
}
