import type { Conversation } from "#contract/messages/calls.ts";
import type { Content } from "#content/loader/load.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { undismissedEmergencies } from "#server/emergency/public.ts";
import type { ConversationRow } from "./conversations.ts";
import { unreadCount } from "./unread-counters.ts";
import { lastMessages } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";
import { conversationAccessOf } from "./standing.ts";
import { conversationClosedReason, closedText, openState, type ConversationAccess } from "./conversation-access.ts";

type NeededServices = Pick<Services, "content" | "secrets"> & { readonly db: Database };

/** Conversations of one patient as the patient sees them, in the order of the rows. */
export async function presentConversations(
  services: NeededServices,
  patientId: string,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> {
  const [access, last, emergencies] = await Promise.all([
    conversationAccessOf(services, patientId),
    lastMessages(services, rows).then((messages) => presentMessages(services, messages)),
    undismissedEmergencies(
      services,
      rows.map(({ id }) => id),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: titleOf(services.content, row, access),
    patientId: row.patient_id,
    lastseq: row.last_seq,
    readseq: row.read_seq,
    unreadcount: unreadCount(row),
    ...openState(services.content, row, access),
    closedreason: closedReasonText(services.content, row, access),
    lastmessage: last.find(({ conversationid }) => conversationid === row.id) ?? null,
    emergency: emergencies.get(row.id) ?? null,
  }));
}

/** The text that says why the patient cannot write; null where they can. */
function closedReasonText(content: Content, row: ConversationRow, access: ConversationAccess): string | null {
  const reason = conversationClosedReason(content, row, access);
  return reason && closedText(content, reason);
}

export async function presentConversation(services: NeededServices, row: ConversationRow): Promise<Conversation> {
  const [conversation] = await presentConversations(services, row.patient_id, [row]);
  return conversation as Conversation;
}

const titleOf = (
  { messages }: Pick<Content, "messages">,
  { kind }: ConversationRow,
  { care: careStatus }: ConversationAccess,
): string => (kind === "doctor" ? (careStatus?.doctor?.name ?? messages.doctor.title) : messages.patientservices.title);

/** The patient's read mark and unread count. */
export const presentUnread = (row: ConversationRow) => ({
  conversationid: row.id,
  lastseq: row.last_seq,
  readseq: row.read_seq,
  unreadcount: unreadCount(row),
});
