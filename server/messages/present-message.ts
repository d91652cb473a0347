import type { Doctor } from "#contract/doctors.ts";
import type { Message } from "#contract/messages/message.ts";
import type { Content } from "#content/loader/load.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type Patient, patientsById } from "#server/auth/public.ts";
import { doctorsById } from "#server/doctors/public.ts";
import { type MessageRow, messageRowsByIds } from "./message-queries.ts";
import { conversationKinds, type Kind } from "./conversations.ts";

/** Download name of an attachment, chosen by its media type rather than by the sender. */
export const attachmentName = (type: string): string => (type === "application/pdf" ? "document.pdf" : "photo.jpg");

type NeededServices = Pick<Services, "content" | "secrets"> & { readonly db: Database };
type Sender = Message["sender"];

/** Messages as both sides see them, in the order of the rows; a fixed number of queries. */
export async function presentMessages(services: NeededServices, rows: readonly MessageRow[]): Promise<Message[]> {
  const patientIds = [...new Set(rows.flatMap(({ role, patient_id }) => (role === "patient" ? [patient_id] : [])))];
  const doctorIds = [...new Set(rows.flatMap(({ doctor_id }) => doctor_id ?? []))];
  const [patients, doctors] = await Promise.all([
    patientsById(services, patientIds),
    doctorsById(services.db, doctorIds),
  ]);
  return rows.map((row) => ({
    id: row.id,
    conversationid: row.conversation_id,
    seq: row.seq,
    clientid: row.client_id,
    type: row.type,
    sender: senderOf(services.content, row, patients.get(row.patient_id), doctors.get(row.doctor_id ?? "")),
    patientId: row.patient_id,
    message: row.text,
    attachment: attachmentOf(row),
    needsreply: row.needs_reply,
    actionstatus: row.actionStatus,
    followupid: row.followup_id,
    createdat: row.created_at.toISOString(),
  }));
}

function senderOf(
  { messages }: Pick<Content, "messages">,
  { role, patient_id }: MessageRow,
  patient: Patient | undefined,
  doctor: Doctor | undefined,
): Sender {
  if (role === "patient")
    return { id: patient_id, firstName: patient?.firstname ?? "", lastName: patient?.lastname ?? "", role };
  if (role === "doctor" && doctor)
    return { id: doctor.id, firstName: doctor.firstname, lastName: doctor.lastname, role };
  const senderContent = {
    doctor: messages.doctor,
    patient_services: messages.patientservices,
    system: messages.system,
  }[role];
  const { id, firstname, lastname } = senderContent.sender;
  return { id, firstName: firstname, lastName: lastname, role };
}

/** A sender's display name. */
export function senderName({ messages }: Pick<Content, "messages">, { role, id, firstName, lastName }: Sender): string {
  const name = `${firstName} ${lastName}`.trim();
  return role === "doctor" && id !== messages.doctor.sender.id ? `Dr. ${name}` : name;
}

function attachmentOf({ file_id, file_type, file_size, file_at }: MessageRow): Message["attachment"] {
  if (file_id === null || file_type === null || file_size === null || file_at === null) return null;
  return {
    id: file_id,
    name: attachmentName(file_type),
    type: file_type as NonNullable<Message["attachment"]>["type"],
    bytes: file_size,
    createdat: file_at.toISOString(),
  };
}

/** A message with the kind of its conversation. */
interface MessageWithKind {
  readonly kind: Kind;
  readonly message: Message;
}

/** Messages of many patients by id, in conversation order; ids that belong to another patient are left out. A fixed number of queries. */
export async function messagesByIds(
  services: Pick<Services, "content" | "secrets"> & { readonly db: Database },
  requested: readonly { readonly patientId: string; readonly id: string }[],
): Promise<readonly MessageWithKind[]> {
  if (requested.length === 0) return [];
  const [rows, kinds] = await Promise.all([
    messageRowsByIds(services, requested),
    conversationKinds(services.db, [...new Set(requested.map(({ patientId }) => patientId))]),
  ]);
  const messages = await presentMessages(services, rows);
  return messages.flatMap((message) => {
    const kind = kinds.get(message.conversationid);
    return kind ? [{ kind, message }] : [];
  });
}
