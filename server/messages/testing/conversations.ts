import { care } from "#contract/care/calls.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { type Conversation, messages } from "#contract/messages/calls.ts";
import type { Message } from "#contract/messages/message.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import type { CallResult, TestPatient, TestServer } from "#server/testing/harness.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import type { SentFile } from "#server/testing/upload-files.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";

/** A patient of the clinic and their conversations. In Iowa there is a chat with patient services. */
export interface PatientWithConversations extends TestPatient {
  readonly doctorConversationId: string;
  readonly servicesConversationId: string;
}

export async function patientWithConversations(server: TestServer, state = "IA"): Promise<PatientWithConversations> {
  const patient = await handedOver(server, state);
  const items = await conversationsOf(server, patient);
  const idOf = (kind: Conversation["kind"]) => items.find((each) => each.kind === kind)?.id ?? "";
  return Object.assign(patient, {
    doctorConversationId: idOf("doctor"),
    servicesConversationId: idOf("patient_services"),
  });
}

export const conversationsOf = async (server: TestServer, patient: TestPatient): Promise<readonly Conversation[]> =>
  (await server.call(messages.conversations, {}, { token: await tokenOf(server, patient) })).ok.items;

type Options = { readonly key?: string };

/** The patient sends a text. */
export const sendAsPatient = async (
  server: TestServer,
  patient: TestPatient,
  id: string,
  body: Input<typeof messages.send>["body"],
  options: Options = {},
): Promise<CallResult<Message>> =>
  server.call(messages.send, { params: { id }, body }, { token: await tokenOf(server, patient), ...options });

/** The practice sends a text. */
export const sendAsClinic = (
  server: TestServer,
  id: string,
  body: Input<typeof care.sendMessage>["body"],
  options: Options = {},
): Promise<CallResult<Message>> => server.call(care.sendMessage, { params: { id }, body }, { apiKey, ...options });

/** The patient sends a file. */
export async function attachAsPatient(
  server: TestServer,
  patient: TestPatient,
  id: string,
  file: SentFile,
  fields: Record<string, string> = {},
  options: Options = {},
): Promise<CallResult<Message>> {
  const { payload, headers } = multipart(file, fields);
  const token = await tokenOf(server, patient);
  return server.call(
    messages.sendAttachment,
    { params: { id }, body: payload as never },
    { token, headers, ...options },
  );
}

export const downloadAttachment = async (server: TestServer, patient: TestPatient, id: string, attachmentid: string) =>
  server.call(messages.attachment, { params: { id, attachmentid } }, { token: await tokenOf(server, patient) });

export const conversationPage = async (
  server: TestServer,
  patient: TestPatient,
  id: string,
  query: Input<typeof messages.messages>["query"] = {},
): Promise<CallResult<Output<typeof messages.messages>>> =>
  server.call(messages.messages, { params: { id }, query }, { token: await tokenOf(server, patient) });

/** Every message of a conversation, oldest first, fetched as a gap. */
export async function allMessages(server: TestServer, patient: TestPatient, id: string): Promise<Message[]> {
  const found: Message[] = [];
  let page = (await conversationPage(server, patient, id, { afterseq: 0 })).ok;
  found.push(...page.items);
  while (page.cursor !== null) {
    page = (await conversationPage(server, patient, id, { cursor: page.cursor })).ok;
    found.push(...page.items);
  }
  return found;
}

export const markAsRead = async (server: TestServer, patient: TestPatient, id: string, seq?: number) =>
  server.call(
    messages.markAsRead,
    { params: { id }, body: seq === undefined ? {} : { seq } },
    { token: await tokenOf(server, patient) },
  );

export const unreadCountOf = async (server: TestServer, patient: TestPatient) =>
  server.call(messages.unreadCount, { params: { patientId: patient.id } }, { token: await tokenOf(server, patient) });

/** A sent message as its thread lists it: the response to a send also carries `emergency`. */
export function withoutEmergency(sent: Message & { readonly emergency?: unknown }) {
  const { emergency: _, ...message } = sent;
  return message;
}
