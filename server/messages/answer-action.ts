import type { Message } from "#contract/entities.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { changeConversation, lockConversations } from "./conversations.ts";
import { isReplyAwaited, markAnswered, messageRows } from "./message-queries.ts";
import { mirrorNeedsReply } from "./needs-reply.ts";
import { presentMessages } from "./present-message.ts";

/** Marks what a message asked her for as done; again, nothing changes. `wrong_state` for a message that asks for nothing. */
export const answerAction = (
  parts: Services,
  patientId: string,
  { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
): Promise<Message> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const conversations = await lockConversations(tx, patientId);
    const [message] = await messageRows(inTx, patientId, [messageId]);
    if (message?.conversation_id !== conversationId) throw new Refusal("not_found");
    if (message.actionStatus === null) throw new Refusal("wrong_state");
    if (message.actionStatus === "PENDING") {
      await markAnswered(tx, messageId);
      const needs_reply = await isReplyAwaited(tx, conversationId);
      const before = conversations.find(({ id }) => id === conversationId);
      if (before && before.needs_reply !== needs_reply) await changeConversation(tx, conversationId, { needs_reply });
      await mirrorNeedsReply(
        inTx,
        patientId,
        conversations.map((each) => (each.id === conversationId ? { needs_reply } : each)),
      );
    }
    const [answered] = await presentMessages(inTx, [{ ...message, actionStatus: "ANSWERED" }]);
    return answered as Message;
  });
