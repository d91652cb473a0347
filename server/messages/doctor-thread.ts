import type { DoctorThread } from "#contract/messages/doctor-thread.ts";
import { doctorCardRows, presentDoctor } from "#server/doctors/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { RowsOf } from "#server/platform/database/read-together.ts";
import type { Services } from "#server/platform/services.ts";
import { type ConversationAccess, openState } from "./conversation-access.ts";
import { openText } from "./message-queries.ts";

/** The conversation with the doctor for screens that show its latest message: read together with their own rows. */
export const doctorThreadQueries = (db: Database, patientId: string) => {
  const conversation = db
    .selectFrom("conversation")
    .where("conversation.patient_id", "=", patientId)
    .where("conversation.kind", "=", "doctor");
  // One value, so that each search below goes backwards through the conversation's messages and ends at the first it finds.
  const messages = db
    .selectFrom("message")
    .where("message.conversation_id", "=", conversation.select("conversation.id"));
  const latest = messages.where("message.role", "=", "doctor").orderBy("message.seq", "desc").limit(1);
  const latestOfPatient = messages.where("message.role", "=", "patient").orderBy("message.seq", "desc").limit(1);
  return {
    doctorConversations: conversation.select([
      "conversation.id",
      "conversation.read_seq",
      "conversation.needs_reply",
      "conversation.closed_at",
    ]),
    doctorMessages: latest.select([
      "message.id",
      "message.seq",
      "message.text_sealed",
      "message.file_id",
      "message.created_at",
    ]),
    messageDoctors: doctorCardRows(db).where("id", "=", latest.select("message.doctor_id")),
    patientMessages: latestOfPatient.select(["message.seq", "message.created_at"]),
    // A question in words that the patient hasn't written after: a follow-up that awaits answers is asked for by itself.
    doctorQuestions: messages
      .select("message.seq")
      .where("message.seq", ">", (is) => is.fn.coalesce(latestOfPatient.select("message.seq"), is.val(0)))
      .where("message.needs_reply", "=", true)
      .where("message.type", "<>", "prescription_followup")
      .orderBy("message.seq", "desc")
      .limit(1),
  };
};

interface DoctorThreadState {
  readonly thread: Omit<DoctorThread, "emergency"> | null;
  /** The doctor awaits an answer in words. */
  readonly doctorAsks: boolean;
}

/** The doctor's latest message as home shows it, and whether the doctor awaits an answer to what they wrote. */
export function presentDoctorThread(
  { content, secrets }: Pick<Services, "content" | "secrets">,
  rows: RowsOf<ReturnType<typeof doctorThreadQueries>>,
  access: ConversationAccess,
): DoctorThreadState {
  const [conversation] = rows.doctorConversations;
  if (!conversation) return { thread: null, doctorAsks: false };
  const { open, needsreply } = openState(content, { ...conversation, kind: "doctor" }, access);
  const [message] = rows.doctorMessages;
  const [written] = rows.patientMessages;
  const [doctor] = rows.messageDoctors.map(presentDoctor);
  return {
    doctorAsks: needsreply && rows.doctorQuestions.length > 0,
    thread: {
      conversationid: conversation.id,
      open,
      latest: message
        ? {
            id: message.id,
            seq: message.seq,
            name: doctor?.name ?? content.messages.doctor.title,
            profileUrl: doctor?.profileUrl ?? null,
            message: openText(secrets, message.id, message.text_sealed),
            hasattachment: message.file_id !== null,
            createdat: message.created_at.toISOString(),
            unread: message.seq > conversation.read_seq,
            answeredat: written && written.seq > message.seq ? written.created_at.toISOString() : null,
          }
        : null,
    },
  };
}
