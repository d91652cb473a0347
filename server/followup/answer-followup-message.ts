import type { Message } from "#contract/messages/message.ts";
import {
  updateNeedsReply,
  lockConversations,
  areReviewMessagesAnswered,
  markAnswered,
  messageRows,
  presentMessages,
} from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { completeAnsweredFollowup } from "./complete.ts";
import { lockFollowups } from "./queries.ts";

/**
 * Marks the action a message asks of the patient as done; a repeat changes nothing. A follow-up is complete once all its messages are
 * answered. `wrong_state` for a message that asks for no action.
 */
export const answerAction = (
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  { conversationId, messageId }: { readonly conversationId: string; readonly messageId: string },
): Promise<Message> =>
  inTransaction(services, async (tx) => {
    await lockFollowups(tx.db, patientId);
    const conversations = await lockConversations(tx.db, patientId);
    const [message] = await messageRows(tx, patientId, [messageId]);
    if (message?.conversation_id !== conversationId) throw new Refusal("not_found");
    if (message.actionStatus === null) throw services.refuse("wrong_state");
    if (message.actionStatus === "PENDING") {
      await markAnswered(tx.db, messageId);
      await updateNeedsReply(tx, patientId, conversations, [conversationId]);
      const { followup_id } = message;
      if (followup_id !== null && (await areReviewMessagesAnswered(tx.db, patientId, followup_id)))
        await completeAnsweredFollowup(tx, patientId, followup_id);
    }
    const [answered] = await presentMessages(tx, [{ ...message, actionStatus: "ANSWERED" }]);
    return answered as Message;
  });
