import type { Message } from "#contract/entities.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { completeAnswered, lockReviews } from "#server/followup/public.ts";
import { noteAnswered } from "./answer-followup.ts";
import { lockConversations } from "./conversations.ts";
import { isReviewAnswered, markAnswered, messageRows } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";

/**
 * Marks what a message asked her for as done; again, nothing changes. A treatment review is over when all its messages are. `wrong_state`
 * for a message that asks for nothing.
 */
export const answerAction = (
  parts: Services,
  patientId: string,
  { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
): Promise<Message> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    await lockReviews(tx, patientId);
    const conversations = await lockConversations(tx, patientId);
    const [message] = await messageRows(inTx, patientId, [messageId]);
    if (message?.conversation_id !== conversationId) throw new Refusal("not_found");
    if (message.actionStatus === null) throw new Refusal("wrong_state");
    if (message.actionStatus === "PENDING") {
      await markAnswered(tx, messageId);
      await noteAnswered(inTx, patientId, conversations, [conversationId]);
      const { followup_id } = message;
      if (followup_id !== null && (await isReviewAnswered(tx, patientId, followup_id)))
        await completeAnswered(inTx, patientId, followup_id);
    }
    const [answered] = await presentMessages(inTx, [{ ...message, actionStatus: "ANSWERED" }]);
    return answered as Message;
  });
