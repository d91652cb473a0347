import { sql } from "kysely";
import type { Message } from "#contract/messages/message.ts";
import { removeMessageNotification } from "#server/notifications/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { giveUpload } from "#server/platform/files/uploads.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { changeConversation, type ConversationRow, lockConversations } from "./conversations/conversations.ts";
import { lastFromPractice, type MessageRow, messageRows, type Viewer } from "./message-queries.ts";
import { updateNeedsReply } from "./needs-reply.ts";
import { presentMessages } from "./present-message.ts";
import { unreadCount } from "./reading/unread-counters.ts";
import { earliest, unansweredSince } from "./waiting-since.ts";

/*
 * A message that was meant for another patient. While the patient says so it's hidden from them; once the practice takes it back nobody reads it. Its place in
 * the conversation stays, because messages are counted without gaps.
 */

/** A message with its patient's conversations, which stay locked until the transaction ends. */
export interface LockedMessage {
  readonly row: MessageRow;
  readonly conversation: ConversationRow;
  readonly conversations: readonly ConversationRow[];
}

/** Locks the conversations of a message; `not_found` where it isn't in this one. */
export async function lockMessage(
  services: TxServices,
  patientId: string,
  { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
): Promise<LockedMessage> {
  const conversations = await lockConversations(services.db, patientId);
  const conversation = conversations.find(({ id }) => id === conversationId);
  const [row] = await messageRows(services, patientId, [messageId]);
  if (!conversation || row?.conversation_id !== conversationId) throw new Refusal("not_found");
  return { row, conversation, conversations };
}

/** Hides it from the patient, who says that it isn't theirs: the conversation, the notification that quotes it, and what it asked of them. */
export async function hideReported(services: TxServices, { row, conversations }: LockedMessage): Promise<void> {
  const { db, clock } = services;
  await db.updateTable("message").set({ reported_at: clock.now() }).where("id", "=", row.id).execute();
  await removeMessageNotification(db, { conversationId: row.conversation_id, seq: row.seq });
  await updateNeedsReply(services, row.patient_id, conversations, [row.conversation_id]);
}

/** Shows it to the patient again. */
export async function showAgain(services: TxServices, { row, conversations }: LockedMessage): Promise<void> {
  await services.db.updateTable("message").set({ reported_at: null }).where("id", "=", row.id).execute();
  await updateNeedsReply(services, row.patient_id, conversations, [row.conversation_id]);
}

/**
 * Takes it back: it isn't unread any more, no notification quotes it, it asks for nothing, and a question of the patient that it seemed to answer waits
 * again, for as long as it has.
 */
export async function withdrawMessage(
  services: TxServices,
  { row, conversation, conversations }: LockedMessage,
  { actor }: { readonly actor: string },
): Promise<void> {
  const { db, clock } = services;
  await db
    .updateTable("message")
    .set({
      ...{ withdrawn_at: clock.now(), withdrawn_by: actor },
      // A follow-up is complete once nothing that asks for it is open.
      action_status: sql`case when action_status is null then null else 'ANSWERED' end`,
    })
    .where("id", "=", row.id)
    .execute();
  await removeMessageNotification(db, { conversationId: row.conversation_id, seq: row.seq });
  await changeConversation(db, conversation.id, {
    ...(row.seq > conversation.read_seq ? await countedOut(services, conversation, row.seq) : {}),
    ...(await waitsAgain(services, conversation, row.seq)),
  });
  await updateNeedsReply(services, row.patient_id, conversations, [row.conversation_id]);
}

/** Notes in which message the right patient was sent the same. */
export async function recordMove({ db }: TxServices, { row }: LockedMessage, movedToId: string): Promise<void> {
  await db.updateTable("message").set({ moved_to_id: movedToId }).where("id", "=", row.id).execute();
}

/** The file of a message that was withdrawn becomes the right patient's, for a message to them. */
export async function moveMessageFile(
  tx: Tx,
  { messageId, ...moved }: { messageId: string; fileId: string; patientId: string; rightId: string },
): Promise<void> {
  await tx.updateTable("message").set({ file_id: null }).where("id", "=", messageId).execute();
  await giveUpload(tx, moved);
}

/** It was unread: neither it nor what comes after it counts it any more, and no mail tells of it alone. */
async function countedOut({ db }: TxServices, conversation: ConversationRow, seq: number) {
  await db
    .updateTable("message")
    .set((column) => ({ received_count: column("received_count", "-", 1) }))
    .where("conversation_id", "=", conversation.id)
    .where("seq", ">=", seq)
    .execute();
  const received_count = conversation.received_count - 1;
  const noneUnread = unreadCount({ ...conversation, received_count }) === 0;
  return { received_count, ...(noneUnread && { mail_due_at: null }) };
}

/** Since when the patient waits, where this was the last the practice wrote; a closed conversation is answered by nobody. */
async function waitsAgain({ db }: TxServices, { id, waiting_since, closed_at }: ConversationRow, seq: number) {
  if (closed_at !== null || (await lastFromPractice(db, id)) > seq) return {};
  return { waiting_since: earliest(waiting_since, await unansweredSince(db, id)) };
}

/** A message as this side sees it now. */
export async function messageFor(
  services: TxServices,
  patientId: string,
  id: string,
  viewer: Viewer,
): Promise<Message> {
  const [message] = await presentMessages(services, await messageRows(services, patientId, [id]), viewer);
  if (!message) throw new Refusal("not_found");
  return message;
}
