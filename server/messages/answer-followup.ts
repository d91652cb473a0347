import type { TxServices } from "#server/platform/services.ts";
import { changeConversation, type ConversationRow, lockConversations } from "./conversations.ts";
import { isReplyAwaited, markReviewAnswered } from "./message-queries.ts";
import { mirrorNeedsReply } from "./needs-reply.ts";

/** Marks every message that asks for a treatment review as answered. The caller holds the lock of her reviews. */
export async function answerMessagesOf(parts: TxServices, patientId: string, followupId: string): Promise<void> {
  const conversations = await lockConversations(parts.db, patientId);
  const touched = await markReviewAnswered(parts.db, patientId, followupId);
  await noteAnswered(parts, patientId, conversations, touched);
}

/** After messages of some of her conversations, all locked by the caller, were answered: whether her answer is still awaited there. */
export async function noteAnswered(
  parts: TxServices,
  patientId: string,
  conversations: readonly ConversationRow[],
  touched: readonly string[],
): Promise<void> {
  if (touched.length === 0) return;
  const after: { readonly needs_reply: boolean }[] = [];
  for (const conversation of conversations) {
    const { id } = conversation;
    const needs_reply = touched.includes(id) ? await isReplyAwaited(parts.db, id) : conversation.needs_reply;
    if (conversation.needs_reply !== needs_reply) await changeConversation(parts.db, id, { needs_reply });
    after.push({ needs_reply });
  }
  await mirrorNeedsReply(parts, patientId, after);
}
