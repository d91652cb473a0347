import type { Content } from "#content/loader/load.ts";
import type { Doctor } from "#contract/doctors.ts";
import type { Message } from "#contract/messages/message.ts";
import { helperNames, type Patient, patientsById } from "#server/auth/public.ts";
import { doctorsById, isPhysician } from "#server/doctors/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNamesById } from "#server/staff/public.ts";
import type { WriterRole } from "./authors.ts";
import { conversationKinds, type Kind } from "./conversations/conversations.ts";
import { type MessageRow, messageRowsByIds, type Viewer } from "./message-queries.ts";

/** Download name of an attachment, chosen by its media type rather than by the sender. */
export const attachmentName = (type: string): string => (type === "application/pdf" ? "document.pdf" : "photo.jpg");

type NeededServices = Pick<Services, "content" | "secrets"> & { readonly db: Database };
type Sender = Message["sender"];

/** Messages as this side sees them, in the order of the rows; a fixed number of queries. */
export async function presentMessages(
  services: NeededServices,
  rows: readonly MessageRow[],
  viewer: Viewer = "patient",
): Promise<Message[]> {
  const patientIds = [...new Set(rows.flatMap(({ role, patient_id }) => (role === "patient" ? [patient_id] : [])))];
  const doctorIds = new Set(rows.flatMap((row) => [row.doctor_id ?? [], row.covered_doctor_id ?? []].flat()));
  const memberIds = new Set(rows.flatMap(({ member_id }) => member_id ?? []));
  const helperIds = new Set(rows.flatMap(({ helper_id }) => helper_id ?? []));
  const [patients, doctors, members, helpers] = await Promise.all([
    patientsById(services, patientIds),
    doctorsById(services.db, [...doctorIds]),
    memberNamesById(services.db, [...memberIds]),
    helperNames(services.db, [...helperIds]),
  ]);
  return rows.map((row) => ({
    id: row.id,
    conversationid: row.conversation_id,
    seq: row.seq,
    clientid: row.client_id,
    type: row.type,
    sender: senderOf(services.content, row, {
      patient: patients.get(row.patient_id),
      doctor: doctors.get(row.doctor_id ?? ""),
      covered: doctors.get(row.covered_doctor_id ?? ""),
      member: members.get(row.member_id ?? ""),
      helper: helpers.get(row.helper_id ?? ""),
    }),
    patientId: row.patient_id,
    message: row.text,
    attachment: attachmentOf(row),
    article: articleOf(services.content, row),
    needsreply: row.needs_reply,
    actionstatus: row.actionStatus,
    followupid: row.followup_id,
    createdat: row.created_at.toISOString(),
    ...inItsPlace(services.content, row, viewer),
  }));
}

/** What stands for a message that was meant for somebody else. */
function inItsPlace(
  { messages: { misfiled: texts } }: Pick<Content, "messages">,
  { withdrawn_at, reported_at }: MessageRow,
  viewer: Viewer,
): Pick<Message, "misfiled"> & Partial<Message> {
  const misfiled = withdrawn_at !== null ? "withdrawn" : reported_at !== null ? "reported" : null;
  if (misfiled === null || (misfiled === "reported" && viewer === "practice")) return { misfiled };
  return {
    ...{ misfiled, type: "system", message: texts[misfiled], attachment: null, article: null },
    ...{ needsreply: false, actionstatus: null, followupid: null },
  };
}

interface SenderParties {
  readonly patient: Patient | undefined;
  readonly doctor: Doctor | undefined;
  /** The patient's doctor, for whom somebody else wrote. */
  readonly covered: Doctor | undefined;
  /** Name of the person who wrote. */
  readonly member: string | undefined;
  /** Who wrote for the patient. */
  readonly helper: Readonly<Record<"firstname" | "lastname", string>> | undefined;
}

/** Whoever wrote is shown, as what they are. What a practice's own system sent is the doctor's, or patient services'. */
function senderOf(
  content: Pick<Content, "messages" | "sentences">,
  {
    role,
    patient_id,
    member_id,
    writerRole,
    helper_id,
  }: Pick<MessageRow, "role" | "patient_id" | "member_id" | "writerRole" | "helper_id">,
  { patient, doctor, covered, member, helper }: SenderParties,
): Sender {
  const { messages } = content;
  if (role === "patient" && helper_id !== null) {
    const names = { firstName: helper?.firstname ?? "", lastName: helper?.lastname ?? "" };
    const title = toText(content, sentence("account.helper_title", { name: patient?.firstname ?? "" }));
    return { id: helper_id, ...names, role, name: fullName(names), title };
  }
  if (role === "patient") {
    const names = { firstName: patient?.firstname ?? "", lastName: patient?.lastname ?? "" };
    return { id: patient_id, ...names, role, name: fullName(names), title: null };
  }
  if (writerRole !== null && writerRole !== "physician" && member_id !== null && member !== undefined)
    return {
      id: member_id,
      ...splitName(member),
      role: writerRole,
      name: member,
      title: writerTitle(messages, writerRole),
    };
  if (doctor) {
    const names = { firstName: doctor.firstname, lastName: doctor.lastname };
    return {
      id: doctor.id,
      ...names,
      role: "doctor",
      name: doctor.name,
      title: doctorTitle(messages, doctor, covered),
    };
  }
  const senderContent = {
    doctor: messages.doctor,
    patient_services: messages.patientservices,
    system: messages.system,
  }[role];
  const { id, firstname, lastname } = senderContent.sender;
  const names = { firstName: firstname, lastName: lastname };
  return { id, ...names, role, name: fullName(names), title: null };
}

const fullName = ({ firstName, lastName }: Pick<Sender, "firstName" | "lastName">) => `${firstName} ${lastName}`.trim();

/** A person's one name in two, at its last space; it's stored without spaces around it. */
function splitName(name: string): Pick<Sender, "firstName" | "lastName"> {
  const at = name.lastIndexOf(" ");
  return at === -1
    ? { firstName: name, lastName: "" }
    : { firstName: name.slice(0, at).trim(), lastName: name.slice(at + 1) };
}

/** What is said beside the name of somebody who isn't a doctor of the practice. */
export const writerTitle = ({ writers }: Content["messages"], role: Exclude<WriterRole, "physician">): string =>
  role === "nurse" ? writers.nurse : writers.patientservices;

/** What is said beside a doctor's name: for whom they cover; for the patient's own, what they are if that isn't a physician. */
export function doctorTitle(
  { writers }: Content["messages"],
  { credentials }: Pick<Doctor, "credentials">,
  covered: Pick<Doctor, "name"> | undefined,
): string | null {
  if (covered) return fillPlaceholders(writers.covering, { credentials, doctor: covered.name });
  return isPhysician(credentials) ? null : credentials;
}

/** What goes with a message to read: its title stays where it's gone from the help center. */
export function articleOf(
  { help }: Pick<Content, "help">,
  { article_id: id, article_title: title }: Pick<MessageRow, "article_id" | "article_title">,
): Message["article"] {
  if (id === null || title === null) return null;
  return { id, title, href: help.some((article) => article.id === id) ? `/support/${encodeURIComponent(id)}` : null };
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
  viewer?: Viewer,
): Promise<readonly MessageWithKind[]> {
  if (requested.length === 0) return [];
  const [rows, kinds] = await Promise.all([
    messageRowsByIds(services, requested),
    conversationKinds(services.db, [...new Set(requested.map(({ patientId }) => patientId))]),
  ]);
  const messages = await presentMessages(services, rows, viewer);
  return messages.flatMap((message) => {
    const kind = kinds.get(message.conversationid);
    return kind ? [{ kind, message }] : [];
  });
}
