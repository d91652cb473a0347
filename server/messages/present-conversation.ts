import type { Conversation } from "#contract/messages.ts";
import type { Content } from "#content/load.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { shownIn } from "#server/emergency/public.ts";
import type { ConversationRow } from "./conversations.ts";
import { unreadIn } from "./counters.ts";
import { lastMessages } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";
import { standingOf } from "./standing.ts";
import { closedBecause, closedText, openness, type Standing } from "./standing-rules.ts";

type Parts = Pick<Services, "content" | "secrets"> & { readonly db: Database };

/** Conversations of one patient as she sees them, in the order of the rows. */
export async function presentConversations(
  parts: Parts,
  patientId: string,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> {
  const [standing, last, emergencies] = await Promise.all([
    standingOf(parts, patientId),
    lastMessages(parts, rows).then((messages) => presentMessages(parts, messages)),
    shownIn(
      parts,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: titleOf(parts.content, row, standing),
    patientId: row.patient_id,
    lastseq: row.last_seq,
    readseq: row.read_seq,
    unreadcount: unreadIn(row),
    ...openness(parts.content, row, standing),
    closedreason: closedReason(parts.content, row, standing),
    lastmessage: last.find(({ conversationid }) => conversationid === row.id) ?? null,
    emergency: emergencies.get(row.id) ?? null,
  }));
}

/** Where she cannot write: the sentence that says why. */
function closedReason(content: Content, row: ConversationRow, standing: Standing): string | null {
  const why = closedBecause(content, row, standing);
  return why && closedText(content, why);
}

export async function presentConversation(parts: Parts, row: ConversationRow): Promise<Conversation> {
  const [conversation] = await presentConversations(parts, row.patient_id, [row]);
  return conversation as Conversation;
}

const titleOf = ({ messages }: Pick<Content, "messages">, { kind }: ConversationRow, { care }: Standing): string =>
  kind === "doctor" ? (care?.doctor?.name ?? messages.doctor.title) : messages.patientservices.title;

/** How much of a conversation she has not read. */
export const presentUnread = (row: ConversationRow) => ({
  conversationid: row.id,
  lastseq: row.last_seq,
  readseq: row.read_seq,
  unreadcount: unreadIn(row),
});
