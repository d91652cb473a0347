import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import type { Conversation, Member } from "#contract/messages/calls.ts";
import { loadCareStatus } from "#server/cases/public.ts";
import { emergenciesInConversations } from "#server/emergency/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import {
  conversationClosedReason,
  closedText,
  openState,
  type ConversationAccess,
  conversationAccessOf,
} from "./conversations/conversation-access.ts";
import { type ConversationRow, conversationsOf } from "./conversations/conversations.ts";
import { awayText } from "./conversations/doctor-away.ts";
import { lastMessages } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";
import { staffReadSeqForPatient } from "./reading/staff-read.ts";
import { unreadCount } from "./reading/unread-counters.ts";

type NeededServices = Pick<Services, "content" | "secrets" | "clock"> & { readonly db: Database };

/** Conversations of one patient as the patient sees them, in the order of the rows. */
export async function presentConversations(
  services: NeededServices,
  patientId: string,
  rows: readonly ConversationRow[],
): Promise<Conversation[]> {
  const [access, last, emergencies] = await Promise.all([
    conversationAccessOf(services, patientId),
    lastMessages(services, rows).then((messages) => presentMessages(services, messages)),
    emergenciesInConversations(services, patientId),
  ]);
  const away = rows.some(({ kind }) => kind === "doctor") ? await awayText(services, access) : null;
  return rows.map((row) => {
    const emergency = emergencies.get(row.id);
    return {
      id: row.id,
      kind: row.kind,
      title: titleOf(services.content, row, access),
      patientId: row.patient_id,
      lastseq: row.last_seq,
      readseq: row.read_seq,
      staffreadseq: staffReadSeqForPatient(row, emergency),
      unreadcount: unreadCount(row),
      ...openState(services.content, row, access),
      closedreason: closedReasonText(services.content, row, access),
      awaytext: row.kind === "doctor" ? away : null,
      lastmessage: last.find(({ conversationid }) => conversationid === row.id) ?? null,
      emergency: emergency?.shown ?? null,
    };
  });
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
  { careStatus }: ConversationAccess,
): string => (kind === "doctor" ? (careStatus?.doctor?.name ?? messages.doctor.title) : messages.patientservices.title);

/** The patient's read mark and unread count. */
export const presentUnread = (row: ConversationRow) => ({
  conversationid: row.id,
  lastseq: row.last_seq,
  readseq: row.read_seq,
  unreadcount: unreadCount(row),
});

/** Unread messages across all the patient's conversations. */
export async function unreadCounts(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Database },
  patientId: string,
) {
  const conversations = (await conversationsOf(db, patientId)).map((row) => ({
    ...presentUnread(row),
    kind: row.kind,
  }));
  return {
    unreadcount: conversations.reduce((sum, { unreadcount }) => sum + unreadcount, 0),
    conversations,
    updatedat: clock.now().toISOString(),
  };
}

/** Who answers in a conversation: the patient's doctor (nobody until one is matched), or patient services. */
export async function membersOf(
  { db, content }: Pick<Services, "content"> & { readonly db: Database },
  { kind, patient_id }: ConversationRow,
): Promise<z.output<typeof Member>[]> {
  if (kind === "patient_services") {
    const { title, sender, profileUrl } = content.messages.patientservices;
    return [{ userid: sender.id, doctorid: null, doctorname: title, profileUrl }];
  }
  const doctor = (await loadCareStatus({ db }, patient_id))?.doctor;
  return doctor
    ? [{ userid: doctor.id, doctorid: doctor.id, doctorname: doctor.name, profileUrl: doctor.profileUrl }]
    : [];
}
