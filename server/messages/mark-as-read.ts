import { markMessageNotificationsRead } from "#server/notifications/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { changeConversation, type ConversationRow, lockConversations } from "./conversations/conversations.ts";
import { firstReceivedAfter, receivedCountUpTo } from "./message-queries.ts";
import { presentUnread } from "./present-conversation.ts";
import { countersAfterRead, readMarkAt } from "./reading/unread-counters.ts";

/** Moves the patient's read mark forward to `seq`, or to the end. Reads the notifications of those messages and moves or cancels a due mail. */
export const markAsRead = (services: Services, { id, patient_id }: ConversationRow, seq: number | undefined) =>
  inTransaction(services, async (tx) => {
    const before = (await lockConversations(tx.db, patient_id)).find((each) => each.id === id);
    if (!before) throw new Refusal("not_found");
    const readTo = readMarkAt(before, seq);
    if (readTo === before.read_seq) return presentUnread(before);
    const countsAfterRead = {
      othersRead: await receivedCountUpTo(tx.db, id, readTo),
      unreadFrom: await firstReceivedAfter(tx.db, id, readTo),
    };
    const changes = countersAfterRead(before, readTo, countsAfterRead, services.content.messages.mail);
    await changeConversation(tx.db, id, changes);
    await markMessageNotificationsRead(tx, { conversationId: id, seq: readTo });
    return presentUnread({ ...before, ...changes });
  });
