import type { Message } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "./conversations.ts";
import { messagesFrom, type SeqCursor } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";
import { encodeSeqCursor, gapCursor, latestPage, decodeSeqCursor } from "./seq-cursor.ts";

type NeededServices = Pick<Services, "content" | "secrets"> & { readonly db: Database };

/** `cursor` from an earlier page; else the gap above `afterseq`; else the latest messages. */
export interface MessagesQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly afterseq?: number | undefined;
}

/** One page of a conversation from a cursor on, with the cursor that continues in the same direction; null at the end. */
export async function messagePage(
  services: NeededServices,
  { id }: Pick<ConversationRow, "id">,
  seqCursor: SeqCursor,
  limit: number,
): Promise<{ readonly items: Message[]; readonly cursor: string | null }> {
  const rows = await messagesFrom(services, id, seqCursor, limit + 1);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    items: await presentMessages(services, pageRows),
    cursor: rows.length > limit && last ? encodeSeqCursor({ direction: seqCursor.direction, seq: last.seq }) : null,
  };
}

/** A page with the conversation's last `seq` and the patient's read mark. */
export async function conversationPage(services: NeededServices, conversation: ConversationRow, query: MessagesQuery) {
  const { cursor, limit, afterseq } = query;
  const seqCursor =
    cursor === undefined
      ? afterseq === undefined
        ? latestPage
        : gapCursor(afterseq)
      : decodeSeqCursor(cursor, "cursor");
  const page = await messagePage(services, conversation, seqCursor, limit);
  return {
    ...page,
    // A message may arrive between the two reads.
    lastseq: Math.max(conversation.last_seq, ...page.items.map(({ seq }) => seq)),
    readseq: conversation.read_seq,
  };
}
