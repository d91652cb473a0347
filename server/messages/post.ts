import type { Message } from "#contract/entities.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { notifyOfMessage } from "#server/notifications/public.ts";
import { type Author, authorKey } from "./authors.ts";
import {
  changeConversation,
  insertConversation,
  lockConversations,
  type ConversationRow,
  type Kind,
} from "./conversations.ts";
import { afterMessage } from "./counters.ts";
import { tellDesk } from "./desk-queue.ts";
import {
  hersAfter,
  insertMessage,
  isSameFile,
  messageOfClientId,
  type MessageRow,
  messageRows,
  sealedText,
  type Type,
} from "./message-queries.ts";
import { mirrorNeedsReply } from "./needs-reply.ts";
import { pathOf } from "./paths.ts";
import { presentMessages, senderName } from "./present-message.ts";

export interface Post {
  readonly patientId: string;
  readonly kind: Kind;
  readonly author: Author;
  /** Empty for a file without words. */
  readonly text: string;
  readonly type?: Type;
  readonly fileId?: string;
  /** The practice waits for an answer of hers. */
  readonly needsReply?: boolean;
  readonly followupId?: string;
  /** Unique per author for ever; a repeat answers the message it made. */
  readonly clientId?: string;
  /** The practice's answer is to what was written up to this `seq`; left out, to everything. */
  readonly answersSeq?: number;
  /** False where another mail tells her of it. */
  readonly mail?: boolean;
}

export interface Posted<M extends Message = Message> {
  readonly message: M;
  /** False: a message of before was meant. */
  readonly made: boolean;
}

/** Judges the message to be written, with the conversation locked; a Refusal stops it. A repeat is not asked about. */
export type Gate = (conversation: ConversationRow) => Promise<void>;

/**
 * Writes a message into her conversation of a kind, which is made when she has none, and tells her of one that is not hers. The answer is the
 * message as she sees it. A client id of the author's stands for the message it made: with another text, file, kind of message or
 * conversation the post is an `idempotency_mismatch`.
 */
export const postMessage = async (parts: TxServices, post: Post): Promise<Message> =>
  (await postOnce(parts, post)).message;

/** As `postMessage`; `gate` may refuse what would be written, and the answer tells whether it was. */
export async function postOnce(parts: TxServices, post: Post, gate?: Gate): Promise<Posted> {
  const { db } = parts;
  const conversations = await locked(parts, post);
  const conversation = conversations.find(({ kind }) => kind === post.kind) as ConversationRow;
  const before = await repeated(parts, conversation, post);
  if (before) return { message: await presented(parts, before), made: false };
  await gate?.(conversation);
  const at = parts.clock.now();
  const by = post.author.role === "patient" || post.author.role === "system" ? post.author.role : "practice";
  const after = afterMessage(
    conversation,
    {
      by,
      needsReply: post.needsReply ?? false,
      mail: post.mail ?? true,
      unanswered: await unansweredBy(parts, conversation, post),
      at,
    },
    parts.content.messages.mail,
  );
  const made = await insert(parts, conversation, post, { seq: after.last_seq, others: after.others, at });
  if (made === undefined) {
    // The client id was used in a conversation of another patient at this moment.
    const other = await repeated(parts, conversation, post);
    if (other) return { message: await presented(parts, other), made: false };
    throw new Refusal("conflict");
  }
  await changeConversation(db, conversation.id, after);
  await mirrorNeedsReply(parts, post.patientId, [
    ...conversations.filter((each) => each !== conversation),
    { needs_reply: after.needs_reply },
  ]);
  const message = await presented(parts, made);
  if (post.author.role === "patient") await tellDesk(parts, conversation.id, message.seq);
  else await tell(parts, conversation, message);
  return { message, made: true };
}

/** Locks her conversations, the one of this kind among them. */
async function locked(parts: TxServices, { patientId, kind }: Post): Promise<ConversationRow[]> {
  const found = await lockConversations(parts.db, patientId);
  if (found.some((each) => each.kind === kind)) return found;
  await insertConversation(parts.db, patientId, kind, parts.clock.now());
  return lockConversations(parts.db, patientId);
}

async function repeated(parts: TxServices, conversation: ConversationRow, post: Post): Promise<MessageRow | undefined> {
  if (post.clientId === undefined) return undefined;
  const found = await messageOfClientId(parts, authorKey(post.author, post.patientId), post.clientId);
  if (found && !(found.conversation_id === conversation.id && (await isSame(parts, found, post))))
    throw new Refusal("idempotency_mismatch");
  return found;
}

async function isSame({ db }: TxServices, found: MessageRow, { text, type = "text", fileId }: Post): Promise<boolean> {
  if (found.text !== text || found.type !== type) return false;
  return found.file_id === null || fileId === undefined || isSameFile(db, found.file_id, fileId);
}

/** Since when she waits for more than this answer. */
async function unansweredBy(
  { db }: TxServices,
  { id, waiting_since }: ConversationRow,
  { answersSeq }: Post,
): Promise<Date | null> {
  if (answersSeq === undefined || waiting_since === null) return null;
  return hersAfter(db, id, answersSeq, waiting_since);
}

async function insert(
  parts: TxServices,
  conversation: ConversationRow,
  post: Post,
  { seq, others, at }: { readonly seq: number; readonly others: number; readonly at: Date },
): Promise<MessageRow | undefined> {
  const { author, patientId, type = "text" } = post;
  const id = newId();
  const made = await insertMessage(parts.db, {
    id,
    conversation_id: conversation.id,
    seq,
    patient_id: patientId,
    author: authorKey(author, patientId),
    client_id: post.clientId ?? null,
    role: author.role,
    doctor_id: author.role === "doctor" ? author.doctorId : null,
    type,
    text_sealed: sealedText(parts.secrets, id, post.text),
    file_id: post.fileId ?? null,
    needs_reply: post.needsReply ?? false,
    action_status: type === "prescription_followup" ? "PENDING" : null,
    followup_id: post.followupId ?? null,
    others,
    created_at: at,
  });
  if (!made) return undefined;
  const [row] = await messageRows(parts, patientId, [id]);
  return row;
}

async function presented(parts: TxServices, row: MessageRow): Promise<Message> {
  const [message] = await presentMessages(parts, [row]);
  return message as Message;
}

async function tell(parts: TxServices, { id, kind, patient_id: patientId }: ConversationRow, message: Message) {
  const { notification } = parts.content.messages;
  await notifyOfMessage(parts, {
    patientId,
    conversationId: id,
    seq: message.seq,
    title: notification.title.replace("{{sender}}", () => senderName(parts.content, message.sender)),
    text: message.message === "" ? notification.attachment : message.message,
    href: pathOf(kind),
  });
}
