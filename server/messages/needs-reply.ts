import { setNeedsReply, type Patient } from "#server/auth/public.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { openState, conversationAccessOf } from "./conversations/conversation-access.ts";
import {
  conversationsOf,
  changeConversation,
  type ConversationRow,
  lockConversations,
} from "./conversations/conversations.ts";
import { isInPlace } from "./message-queries.ts";

/** Whether the practice awaits the patient's reply in any conversation they can write to. */
export async function needsPatientReply(services: Services, { id, needsReply }: Patient): Promise<boolean> {
  if (!needsReply) return false;
  const [rows, access] = await Promise.all([conversationsOf(services.db, id), conversationAccessOf(services, id)]);
  return rows.some((row) => openState(services.content, row, access).needsreply);
}

/**
 * Copies to the patient row whether any of their conversations needs their reply, so that most reads of a patient need not look at
 * conversations. The caller holds the locks of all the patient's conversations.
 */
export async function copyNeedsReplyToPatient(
  { db }: TxServices,
  patientId: string,
  conversations: readonly { readonly needs_reply: boolean }[],
): Promise<void> {
  await setNeedsReply(
    db,
    patientId,
    conversations.some((each) => each.needs_reply),
  );
}

/** Marks every message that asks for a follow-up as answered. The caller holds the lock of the patient's follow-ups. */
export async function markFollowupMessagesAnswered(
  services: TxServices,
  patientId: string,
  followupId: string,
): Promise<void> {
  const conversations = await lockConversations(services.db, patientId);
  const changedConversationIds = await markReviewMessagesAnswered(services.db, patientId, followupId);
  await updateNeedsReply(services, patientId, conversations, changedConversationIds);
}

/** Recomputes `needs_reply` for the conversations whose messages were answered. The caller holds the locks of all the patient's conversations. */
export async function updateNeedsReply(
  services: TxServices,
  patientId: string,
  conversations: readonly ConversationRow[],
  changedConversationIds: readonly string[],
): Promise<void> {
  if (changedConversationIds.length === 0) return;
  const replyStates: { readonly needs_reply: boolean }[] = [];
  for (const conversation of conversations) {
    const { id } = conversation;
    const needs_reply = changedConversationIds.includes(id)
      ? await isReplyAwaited(services.db, id)
      : conversation.needs_reply;
    if (conversation.needs_reply !== needs_reply) await changeConversation(services.db, id, { needs_reply });
    replyStates.push({ needs_reply });
  }
  await copyNeedsReplyToPatient(services, patientId, replyStates);
}

export async function markAnswered(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("message").set({ action_status: "ANSWERED" }).where("id", "=", id).execute();
}

/** Marks every message that asks for a follow-up as answered; gives the conversations in which one was pending. */
export async function markReviewMessagesAnswered(tx: Tx, patientId: string, followupId: string): Promise<string[]> {
  const answered = await tx
    .updateTable("message")
    .set({ action_status: "ANSWERED" })
    .where("patient_id", "=", patientId)
    .where("followup_id", "=", followupId)
    .where("action_status", "=", "PENDING")
    .returning("conversation_id")
    .execute();
  return [...new Set(answered.map(({ conversation_id }) => conversation_id))];
}

/** Whether every message that asks for a follow-up is answered. */
export async function areReviewMessagesAnswered(db: Database, patientId: string, followupId: string): Promise<boolean> {
  const open = await db
    .selectFrom("message")
    .select("seq")
    .where("patient_id", "=", patientId)
    .where("followup_id", "=", followupId)
    .where("action_status", "=", "PENDING")
    .limit(1)
    .executeTakeFirst();
  return open === undefined;
}

/** Drops all requests for a reply in a conversation. */
export async function clearNeedsReply(tx: Tx, conversationId: string): Promise<void> {
  await tx
    .updateTable("message")
    .set({ needs_reply: false })
    .where("conversation_id", "=", conversationId)
    .where("needs_reply", "=", true)
    .execute();
}

/** Whether a message since the patient's last one still needs their reply. */
export async function isReplyAwaited(db: Database, conversationId: string): Promise<boolean> {
  const lastFromPatient = await db
    .selectFrom("message")
    .select("seq")
    .where("conversation_id", "=", conversationId)
    .where("role", "=", "patient")
    .where("helper_id", "is", null)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const open = await db
    .selectFrom("message")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("seq", ">", lastFromPatient?.seq ?? 0)
    .where("needs_reply", "=", true)
    .where(isInPlace)
    .where((where) => where.or([where("action_status", "is", null), where("action_status", "=", "PENDING")]))
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}
