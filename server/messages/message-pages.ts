import type { Message } from "#contract/messages/message.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "./conversations/conversations.ts";
import { messagesFrom, type SeqCursor, type Viewer } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";

const cursorPattern = /^([<>])(\d{1,10})$/;
/** Above every `seq`, and within the column's range. */
const maxSeq = 2_147_483_647;

export const latestPage: SeqCursor = { direction: "below", seq: maxSeq };
const gapCursor = (seq: number): SeqCursor => ({ direction: "above", seq: Math.min(seq, maxSeq) });

const encodeSeqCursor = ({ direction, seq }: SeqCursor): string =>
  Buffer.from(`${direction === "below" ? "<" : ">"}${seq}`).toString("base64url");

/** Decodes a cursor; an invalid one is `bad_request` at the field it came in. */
export function decodeSeqCursor(cursor: string, field: "cursor" | "nextpage"): SeqCursor {
  const [, direction, seq] = cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (direction === undefined || Number(seq) > maxSeq)
    throw new Refusal("bad_request", { fields: [{ path: field, message: sentence("requests.start_again") }] });
  return { direction: direction === "<" ? "below" : "above", seq: Number(seq) };
}

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
  viewer?: Viewer,
): Promise<{ readonly items: Message[]; readonly cursor: string | null }> {
  const rows = await messagesFrom(services, id, seqCursor, limit + 1);
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return {
    items: await presentMessages(services, pageRows, viewer),
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
