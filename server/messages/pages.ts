import type { Message } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "./conversations.ts";
import { messagesAt, type SeqPlace } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";
import { cursorAt, gapAfter, latest, placeOf } from "./seq-cursor.ts";

type Parts = Pick<Services, "content" | "secrets"> & { readonly db: Database };

/** `cursor` as a page before gave it; else the gap above `afterseq`; else the latest messages. */
export interface MessagesQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly afterseq?: number | undefined;
}

/** One page of a conversation from a place on, with the cursor that goes on in the same direction, null at the end. */
export async function messagePage(
  parts: Parts,
  { id }: Pick<ConversationRow, "id">,
  at: SeqPlace,
  limit: number,
): Promise<{ readonly items: Message[]; readonly cursor: string | null }> {
  const rows = await messagesAt(parts, id, at, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: await presentMessages(parts, shown),
    cursor: rows.length > limit && last ? cursorAt({ direction: at.direction, seq: last.seq }) : null,
  };
}

/** A page with how far the conversation goes and how far she has read. */
export async function threadPage(parts: Parts, conversation: ConversationRow, query: MessagesQuery) {
  const { cursor, limit, afterseq } = query;
  const at = cursor === undefined ? (afterseq === undefined ? latest : gapAfter(afterseq)) : placeOf(cursor, "cursor");
  const page = await messagePage(parts, conversation, at, limit);
  return {
    ...page,
    // A message may have come between the two reads.
    lastseq: Math.max(conversation.last_seq, ...page.items.map(({ seq }) => seq)),
    readseq: conversation.read_seq,
  };
}
