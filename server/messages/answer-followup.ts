import type { TxServices } from "#server/platform/services.ts";
import { changeConversation, type ConversationRow, lockConversations } from "./conversations.ts";
import { isReplyAwaited, markReviewMessagesAnswered } from "./message-queries.ts";
import { copyNeedsReplyToPatient } from "./needs-reply.ts";

/** Marks every message that asks for a follow-up as answered. The caller holds the lock of the patient's follow-ups. */
export async function answerMessagesOf(services: TxServices, patientId: string, followupId: string): Promise<void> {
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
