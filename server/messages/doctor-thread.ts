import type { Content } from "#content/loader/load.ts";
import type { DoctorThread } from "#contract/messages/doctor-thread.ts";
import { doctorCardRows, doctorName, presentDoctor } from "#server/doctors/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { RowsOf } from "#server/platform/database/read-together.ts";
import type { Services } from "#server/platform/services.ts";
import { type ConversationAccess, openState } from "./conversations/conversation-access.ts";
import { isInPlace, openText } from "./message-queries.ts";
import { articleOf, doctorTitle, writerTitle } from "./present-message.ts";

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
  const latest = messages.where("message.role", "=", "doctor").where(isInPlace).orderBy("message.seq", "desc").limit(1);
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
      "message.article_id",
      "message.article_title",
      "message.created_at",
      "message.writer_role",
    ]),
    messageDoctors: doctorCardRows(db).where("id", "=", latest.select("message.doctor_id")),
    coveredDoctors: doctorCardRows(db).where("id", "=", latest.select("message.covered_doctor_id")),
    messageMembers: db
      .selectFrom("staff_member")
      .select("staff_member.name")
      .where("staff_member.id", "=", latest.select("message.member_id")),
    patientMessages: latestOfPatient.select(["message.seq", "message.created_at"]),
    // A question in words that the patient hasn't written after: a follow-up that awaits answers is asked for by itself.
    doctorQuestions: messages
      .leftJoin("staff_member", "staff_member.id", "message.member_id")
      .leftJoin("doctor", "doctor.id", "message.doctor_id")
      .select(["message.seq", "message.writer_role", "staff_member.name as member_name"])
      .select(["doctor.firstname", "doctor.lastname", "doctor.credentials"])
      .where("message.seq", ">", (is) => is.fn.coalesce(latestOfPatient.select("message.seq"), is.val(0)))
      .where("message.needs_reply", "=", true)
      .where(isInPlace)
      .where("message.type", "<>", "prescription_followup")
      .orderBy("message.seq", "desc")
      .limit(1),
  };
};

interface DoctorThreadState {
  readonly thread: Omit<DoctorThread, "emergency"> | null;
  /** The doctor awaits an answer in words. */
  readonly doctorAsks: boolean;
  /** Who asks; null where nobody does, or no person of the practice is named. */
  readonly askedBy: string | null;
}

/** The doctor's latest message as home shows it, and whether the doctor awaits an answer to what they wrote. */
export function presentDoctorThread(
  { content, secrets }: Pick<Services, "content" | "secrets">,
  rows: RowsOf<ReturnType<typeof doctorThreadQueries>>,
  access: ConversationAccess,
): DoctorThreadState {
  const [conversation] = rows.doctorConversations;
  if (!conversation) return { thread: null, doctorAsks: false, askedBy: null };
  const { open, needsreply } = openState(content, { ...conversation, kind: "doctor" }, access);
  const [message] = rows.doctorMessages;
  const [written] = rows.patientMessages;
  const [question] = rows.doctorQuestions;
  return {
    doctorAsks: needsreply && question !== undefined,
    askedBy: question ? askerOf(question) : null,
    thread: {
      conversationid: conversation.id,
      open,
      latest: message
        ? {
            id: message.id,
            seq: message.seq,
            ...writerOf(content, rows, message),
            message: openText(secrets, message.id, message.text_sealed),
            hasattachment: message.file_id !== null,
            article: articleOf(content, message),
            createdat: message.created_at.toISOString(),
            unread: message.seq > conversation.read_seq,
            answeredat: written && written.seq > message.seq ? written.created_at.toISOString() : null,
          }
        : null,
    },
  };
}

type ThreadRows = RowsOf<ReturnType<typeof doctorThreadQueries>>;

/** Who wrote the latest message; where no person is named, the patient's doctor did. */
function writerOf(
  { messages }: Pick<Content, "messages">,
  { messageDoctors, coveredDoctors, messageMembers }: ThreadRows,
  { writer_role: role }: ThreadRows["doctorMessages"][number],
) {
  const [member] = messageMembers;
  if (member && role === "nurse") return { name: member.name, title: writerTitle(messages, role), profileUrl: null };
  const [doctor] = messageDoctors.map(presentDoctor);
  const [covered] = coveredDoctors.map(presentDoctor);
  return {
    name: doctor?.name ?? messages.doctor.title,
    title: doctor ? doctorTitle(messages, doctor, covered) : null,
    profileUrl: doctor?.profileUrl ?? null,
  };
}

function askerOf({ writer_role: role, ...row }: ThreadRows["doctorQuestions"][number]): string | null {
  if (role === "nurse") return row.member_name;
  const { firstname, lastname, credentials } = row;
  return firstname === null || lastname === null ? null : doctorName(firstname, lastname, credentials ?? "");
}
