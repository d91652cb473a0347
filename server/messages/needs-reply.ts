import { setNeedsReply, type Patient } from "#server/auth/public.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { openState, conversationAccessOf } from "./conversation-access.ts";
import { conversationsOf, changeConversation, type ConversationRow, lockConversations } from "./conversations.ts";
import { isReplyAwaited, markReviewMessagesAnswered } from "./message-queries.ts";

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
