import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { messagesWereRead } from "#server/notifications/public.ts";
import { changeConversation, type ConversationRow, lockConversations } from "./conversations.ts";
import { afterMark, markTo } from "./counters.ts";
import { othersAfter, othersUpTo } from "./message-queries.ts";
import { presentUnread } from "./present-conversation.ts";

/** Moves her read mark forward to `seq`, or to the end; what told her of the messages is read with them, and a mail that is due waits for the others. */
export const markAsRead = (parts: Services, { id, patient_id }: ConversationRow, seq: number | undefined) =>
  transact(parts.db, async (tx) => {
    const before = (await lockConversations(tx, patient_id)).find((each) => each.id === id);
    if (!before) throw new Refusal("not_found");
    const readTo = markTo(before, seq);
    if (readTo === before.read_seq) return presentUnread(before);
    const counts = { othersRead: await othersUpTo(tx, id, readTo), unreadFrom: await othersAfter(tx, id, readTo) };
    const changes = afterMark(before, readTo, counts, parts.content.messages.mail);
    await changeConversation(tx, id, changes);
    await messagesWereRead({ ...parts, db: tx }, { conversationId: id, seq: readTo });
    return presentUnread({ ...before, ...changes });
  });
