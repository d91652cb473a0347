import {
  changeConversation,
  conversationById,
  type ConversationRow,
  lockConversations,
  unansweredSince,
  clearNeedsReply,
  copyNeedsReplyToPatient,
} from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

/**
 * Opens or closes a conversation; a repeat changes nothing. Closing ends the waiting of both sides; after reopening, the patient waits again
 * for what was left unanswered.
 */
export const setConversationOpen = (
  services: Services,
  { id, patient_id: patientId }: ConversationRow,
  open: boolean,
): Promise<ConversationRow> =>
  inTransaction(services, async (tx) => {
    const conversations = await lockConversations(tx.db, patientId);
    const before = conversations.find((each) => each.id === id);
    if (!before) throw new Refusal("not_found");
    if (open === (before.closed_at === null)) return before;
    const changes = open
      ? { closed_at: null, waiting_since: await unansweredSince(tx.db, id) }
      : { closed_at: services.clock.now(), needs_reply: false, waiting_since: null };
    await changeConversation(tx.db, id, changes);
    const others = conversations.filter((each) => each.id !== id);
    if (!open) {
      await clearNeedsReply(tx.db, id);
      await copyNeedsReplyToPatient(tx, patientId, others);
    }
    return (await conversationById(tx.db, id)) ?? before;
  });
