import type { ClinicConversation } from "#contract/care/conversations.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import type { Message } from "#contract/messages/message.ts";
import { loadCareStatus, loadCareStatuses } from "#server/cases/public.ts";
import {
  type ConversationRow,
  waitingConversations,
  messagesOfPatient,
  type Author,
  type Writer,
  type PostMessageInput,
  type PostMessageResult,
  postMessageOnce,
  presentMessages,
  openState,
  type ConversationAccess,
  firstReceivedAfter,
} from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { StaffCaller } from "#server/platform/http/handler.ts";
import { paginate, pageSize, decodeCursor } from "#server/platform/pagination.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type Colleague, lockColleague } from "#server/staff/public.ts";
import { loadPatientSummaries } from "../chart/patient-summary.ts";
import { assigneesOf } from "./assignees.ts";

/** One page of a patient's messages from all conversations, newest first. */
export async function messagesForClinic(
  services: Services,
  patientId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ readonly items: Message[]; readonly cursor: string | null }> {
  const rows = await messagesOfPatient(services, patientId, decodeCursor(cursor, "cursor"), limit + 1);
  const { items, nextpage } = paginate(rows, ({ created_at: at, id }) => ({ at, id }), limit);
  return { items: await presentMessages(services, items, "practice"), cursor: nextpage };
}

/** One page of the conversations of these kinds in which a patient waits for an answer, those with an emergency first. */
export async function waitingConversationsPage(
  services: Services,
  kinds: readonly ConversationRow["kind"][],
  cursor: string | undefined,
) {
  const rows = await waitingConversations(services.db, kinds, decodeCursor(cursor), pageSize + 1);
  const { items, nextpage } = paginate(rows, ({ waitingSince: at, id, isPriority }) => ({ at, id, isPriority }));
  return { items: await presentForClinic(services, items), nextpage };
}

/** Conversations as the practice sees them, in the order of the rows. */
export async function presentForClinic(
  services: Services,
  rows: readonly ConversationRow[],
): Promise<ClinicConversation[]> {
  const ids = [...new Set(rows.map(({ patient_id }) => patient_id))];
  const patients = new Map((await loadPatientSummaries(services, ids)).map((each) => [each.id, each]));
  const careStatuses = await loadCareStatuses(services, ids);
  const assignees = await assigneesOf(
    services,
    rows.map(({ id, kind, patient_id }) => ({ id, kind, state: patients.get(patient_id)?.state ?? null })),
  );
  return rows.flatMap((row) => {
    const patient = patients.get(row.patient_id);
    if (!patient) return [];
    const careStatus = careStatuses.get(patient.id) ?? null;
    const conversation = presentConversation(services, row, patient, { state: patient.state, careStatus });
    return [{ ...conversation, assignee: assignees.get(row.id) ?? null }];
  });
}

const presentConversation = (
  { content }: Services,
  row: ConversationRow,
  patient: PatientSummary,
  access: ConversationAccess,
): Omit<ClinicConversation, "assignee"> => ({
  id: row.id,
  kind: row.kind,
  patient,
  lastseq: row.last_seq,
  readseq: row.read_seq,
  staffreadseq: row.staff_read_seq,
  waitingsince: row.waiting_since?.toISOString() ?? null,
  ...openState(content, row, access),
});

/** A person of the practice; null: one of its systems. */
interface MessageWriter {
  readonly member: Pick<StaffCaller, "memberId"> | null;
}

/** The writer has read up to this `seq`: nobody of the practice, and no hand-over, may have come after it. */
interface Seen {
  readonly seenSeq?: number | undefined;
  readonly refuse: Refuses<"conflict">["refuse"];
}

/**
 * Posts to the patient: a person as themself, a system as the patient's doctor, the given doctor or patient services. `wrong_state` in a conversation the practice closed, `conflict` where
 * somebody of the practice wrote what the writer has not `seen`: two answers to one question would contradict each other.
 */
export const postAsClinic = (
  services: (Services | TxServices) & Refuses<"wrong_state">,
  { kind, patient_id: patientId }: Pick<ConversationRow, "kind" | "patient_id">,
  {
    doctorId,
    by,
    ...input
  }: Pick<
    PostMessageInput,
    "text" | "clientId" | "type" | "fileId" | "needsReply" | "answersSeq" | "followupId" | "article"
  > & {
    readonly doctorId?: string | null;
    /** Who writes. */
    readonly by: MessageWriter;
  },
  seen?: Seen,
): Promise<PostMessageResult> =>
  inTransaction(services, async (tx) => {
    const author = await clinicAuthor(tx, { kind, patientId, doctorId: doctorId ?? null, by });
    return postMessageOnce(tx, { ...input, patientId, kind, author }, async ({ id, closed_at }) => {
      if (closed_at !== null)
        throw services.refuse("wrong_state", {
          message: "This conversation is closed. Please reopen it first.",
          transient: true,
        });
      if (seen?.seenSeq !== undefined && (await firstReceivedAfter(tx.db, id, seen.seenSeq)) !== null)
        throw seen.refuse("conflict", {
          message:
            "Somebody else answered or handed this over first. Please read it, then send yours if it still fits.",
        });
    });
  });

/** Whoever writes is the author: their doctor's side, or patient services', and of a person who they are. */
export async function clinicAuthor(
  services: TxServices,
  {
    kind,
    patientId,
    doctorId,
    by,
  }: {
    readonly kind: ConversationRow["kind"];
    readonly patientId: string;
    readonly doctorId: string | null;
    readonly by: MessageWriter;
  },
): Promise<Author> {
  const own = kind === "doctor" ? ((await loadCareStatus(services, patientId))?.doctor?.id ?? null) : null;
  const member = by.member && (await lockColleague(services.db, by.member.memberId));
  const writer = member ? writerFor(kind, member, own) : undefined;
  return kind === "doctor"
    ? { role: "doctor", doctorId: doctorId ?? own, writer }
    : { role: "patient_services", writer };
}

/**
 * As what a person writes in a conversation. Somebody with several roles is in each conversation what that one is with. `own` is the patient's doctor: a
 * physician who isn't that one covers for them.
 */
export function writerFor(
  kind: ConversationRow["kind"],
  { id, roles, doctorId }: Pick<Colleague, "id" | "roles" | "doctorId">,
  own: string | null,
): Writer {
  const coveredDoctorId = kind === "doctor" ? own : null;
  const base = { memberId: id, doctorId: null, coveredDoctorId };
  if (kind === "patient_services" && roles.includes("patient_services")) return { ...base, role: "patient_services" };
  if (roles.includes("physician") && doctorId !== null)
    return {
      ...base,
      role: "physician",
      doctorId,
      coveredDoctorId: coveredDoctorId === doctorId ? null : coveredDoctorId,
    };
  return { ...base, role: roles.includes("nurse") ? "nurse" : "patient_services" };
}
