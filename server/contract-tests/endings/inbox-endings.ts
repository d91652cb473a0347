import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import {
  patientWithConversations,
  sendAsClinic,
  sendAsPatient,
  type PatientWithConversations,
} from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { pdfFile } from "../testing/clinic-document-states.ts";
import { multipart } from "../testing/example-requests.ts";
import { answered, type Ending, exampleOf } from "./ending.ts";

/** A patient to whom the practice wrote three messages in a conversation; with the ids of the messages. */
async function threeMessages(server: TestServer, from: "doctor" | "services") {
  const rosa = await patientWithConversations(server);
  const id = from === "doctor" ? rosa.doctorConversationId : rosa.servicesConversationId;
  const sent: string[] = [];
  for (const message of ["One", "Two", "Three"]) sent.push((await sendAsClinic(server, id, { message })).ok.id);
  return { rosa, id, sent };
}

const readTo =
  (
    call: typeof messages.markAsRead | typeof messages.markAdminChatAsRead,
    from: "doctor" | "services",
  ): Ending["open"] =>
  async (server) => {
    const { rosa, id, sent } = await threeMessages(server, from);
    const token = await tokenOf(server, rosa);
    const seqs = await server.services.db
      .selectFrom("message")
      .select(["id", "seq"])
      .where("id", "in", sent)
      .orderBy("seq")
      .execute();
    const seq = seqs[0]?.seq ?? 0;
    const end = () =>
      answered(server.call(call as typeof messages.markAsRead, { params: { id }, body: { seq } }, { token }));
    return { ended: sent.slice(0, 1), patient: rosa, end };
  };

const notificationsOf = async (server: TestServer, rosa: PatientWithConversations) =>
  (await server.call(notifications.list, { query: {} }, { token: await tokenOf(server, rosa) })).ok.items.map(
    ({ id }) => id,
  );

const reportedByPatient: Ending["open"] = async (server) => {
  const { rosa, id, sent } = await threeMessages(server, "doctor");
  const token = await tokenOf(server, rosa);
  const mid = sent[0] ?? "";
  const end = () => answered(server.call(messages.reportMessage, { params: { id, mid } }, { token }));
  return { ended: [mid], patient: rosa, end };
};

const letterOfPatient: Ending["open"] = async (server) => {
  const rosa = await inCare(server);
  const body = { text: "To whom it may concern" };
  const { id } = (await server.call(care.issueLetter, { params: { id: rosa.id }, body }, { apiKey, key: newId() })).ok;
  const token = await tokenOf(server, rosa);
  const end = () => answered(server.call(documents.reportLetter, { params: { id } }, { token }));
  return { ended: [id], patient: rosa, end };
};

const requestOfPatient: Ending["open"] = async (server) => {
  const rosa = await inCare(server);
  const token = await tokenOf(server, rosa);
  const body = { kind: "correction", words: "I never smoked" };
  const asked = await server.call(account.addRequest, { body }, { token });
  const id = asked.ok.requests.items[0]?.id ?? "";
  const end = () => answered(server.call(account.takeRequestBack, { params: { id } }, { token }));
  return { ended: [id], patient: rosa, end };
};

const codeOfPatient: Ending["open"] = async (server) => {
  const rosa = await inCare(server);
  const token = await tokenOf(server, rosa);
  const { id } = (await server.call(documents.makeRecordCode, { body: { opens: "record" } }, { token })).ok;
  const end = () => answered(server.call(documents.endRecordCode, { params: { id } }, { token }));
  return { ended: [id], patient: rosa, end };
};

export const inboxEndings: readonly Ending[] = [
  { of: "messages.markAsRead", open: readTo(messages.markAsRead, "doctor"), ends: "message notification" },
  {
    of: "messages.markAdminChatAsRead",
    open: readTo(messages.markAdminChatAsRead, "services"),
    ends: "message notification",
  },
  {
    of: "care.readConversation",
    open: async (server) => {
      const rosa = await patientWithConversations(server);
      const id = rosa.doctorConversationId;
      const sent: string[] = [];
      for (const message of ["One", "Two", "Three"])
        sent.push((await sendAsPatient(server, rosa, id, { message })).ok.id);
      const [first] = await server.services.db
        .selectFrom("message")
        .select("seq")
        .where("id", "=", sent[0] ?? "")
        .execute();
      const end = () =>
        answered(server.call(care.readConversation, { params: { id }, body: { seq: first?.seq ?? 0 } }, { apiKey }));
      return { ended: sent.slice(0, 1), patient: rosa, end };
    },
    ends: "message",
  },
  {
    of: "notifications.read",
    open: async (server) => {
      const { rosa } = await threeMessages(server, "doctor");
      const [, second] = await notificationsOf(server, rosa);
      const token = await tokenOf(server, rosa);
      const end = () =>
        answered(server.call(notifications.read, { params: { id: second ?? "" }, body: {} }, { token }));
      return { ended: [second ?? ""], patient: rosa, end };
    },
    ends: "notification",
  },
  {
    of: "notifications.readAll",
    when: "up to one",
    open: async (server) => {
      const { rosa } = await threeMessages(server, "doctor");
      const [, ...older] = await notificationsOf(server, rosa);
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(notifications.readAll, { body: { upto: older[0] } }, { token }));
      return { ended: older, patient: rosa, end };
    },
    ends: "notification",
  },
  {
    of: "documents.replace",
    open: async (server) => {
      const rosa = await server.newPatient();
      const { headers, payload } = multipart(pdfFile, { kind: "insurance_front" });
      const options = { token: rosa.token, headers };
      const { id } = (await server.call(documents.upload, { body: payload as never }, options)).ok;
      const file = await server.services.db
        .selectFrom("insurance_document")
        .select("file_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const end = () => answered(server.call(documents.replace, { params: { id }, body: payload as never }, options));
      return { ended: [file.file_id ?? ""], patient: rosa, end };
    },
    ends: "insurance_document uploaded_file",
    begins: "insurance_document uploaded_file",
  },
  {
    of: "messages.dismissEmergency",
    open: async (server) => {
      const rosa = await patientWithConversations(server);
      const id = rosa.doctorConversationId;
      await sendAsPatient(server, rosa, id, { message: "My chest hurts since an hour ago" });
      const { id: emergency } = await server.services.db
        .selectFrom("emergency_report")
        .select("id")
        .where("patient_id", "=", rosa.id)
        .executeTakeFirstOrThrow();
      const token = await tokenOf(server, rosa);
      const end = () => answered(server.call(messages.dismissEmergency, { params: { id } }, { token }));
      return { ended: [emergency], patient: rosa, end };
    },
    ends: "emergency_report",
    begins: "emergency_report",
    stays: {
      "care.emergencies": "the practice still knows of the emergency",
      "care.inbox": "somebody still has to close it",
    },
  },
  {
    of: "care.acknowledgeEmergency",
    open: exampleOf("care.acknowledgeEmergency", "EMERGENCY"),
    ends: "care.emergencies emergency_report",
    begins: "emergency_report",
    stays: { "care.inbox": "somebody still has to close it" },
  },
  {
    of: "care.closeEmergency",
    open: exampleOf("care.closeEmergency", "EMERGENCY"),
    ends: "care.emergencies care.inbox emergency_report",
  },
  {
    of: "care.closeWorkItem",
    open: exampleOf("care.closeWorkItem", "ITEM"),
    ends: "care.inbox care.workItems work_item",
  },
  {
    of: "care.endTask",
    open: exampleOf("care.endTask", "TASK"),
    ends: "care.inbox care.orders:asked care.orders:paid care.tasksAsked task",
  },
  {
    of: "care.judgeAccess",
    alone: true,
    open: exampleOf("care.judgeAccess", "FINDING"),
    ends: "access_finding",
    alsoEnds: { task: "it was the last of its week" },
  },
  {
    of: "care.judgeDecision",
    alone: true,
    open: exampleOf("care.judgeDecision", "REVIEWED"),
    ends: "peer_review_decision",
    begins: "task",
    alsoEnds: { task: "it was the last of its sample" },
  },
  {
    of: "account.takeRequestBack",
    open: requestOfPatient,
    ends: "care.inbox task",
    stays: { "account.requests care.log": "the patient, and the practice, read that it was taken back" },
  },
  { of: "documents.endRecordCode", open: codeOfPatient, ends: "record_code" },
  {
    of: "care.answerTask",
    open: exampleOf("care.answerTask", "TASK"),
    ends: "care.orders:asked care.orders:paid",
    stays: { "care.inbox care.tasksAsked task": "whoever asked reads the answer and closes it" },
  },
  {
    of: "care.putTaskAside",
    open: exampleOf("care.putTaskAside", "TASK"),
    ends: "care.inbox",
    stays: { "care.tasksAsked task": "it comes back on its day" },
  },
  {
    of: "care.closeFollowup",
    open: exampleOf("care.closeFollowup", "FOLLOWUP"),
    ends: "care.cases:followup care.inbox followup",
    begins: "message notification visit_note",
    stays: { message: "not read by the other side yet" },
  },
  {
    of: "care.contactAnswered",
    open: exampleOf("care.contactAnswered", "CONTACT"),
    ends: "care.contactMessages care.inbox contact_message",
  },
  { of: "care.withdrawNote", open: exampleOf("care.withdrawNote", "NOTE"), ends: "staff_note" },
  { of: "care.withdrawVisitNote", open: exampleOf("care.withdrawVisitNote", "VISITNOTE"), ends: "visit_note" },
  {
    of: "care.openConversation",
    when: "closed",
    open: exampleOf("care.openConversation", "CONVERSATION"),
    ends: "conversation",
  },
  {
    of: "care.handOverConversation",
    open: exampleOf("care.handOverConversation", "CONVERSATION"),
    ends: "care.conversations care.inbox",
    begins: "message notification",
    stays: { message: "not read by the other side yet", conversation: "it goes on" },
  },
  {
    of: "care.withdrawMessage",
    open: exampleOf("care.withdrawMessage", "MESSAGE"),
    ends: "message notification",
  },
  {
    of: "care.keepMessage",
    open: exampleOf("care.keepMessage", "TASK"),
    ends: "care.inbox task",
    begins: "message notification",
    stays: { message: "not read by the other side yet" },
  },
  {
    of: "care.withdrawLetter",
    open: exampleOf("care.withdrawLetter", "LETTER"),
    ends: "notification",
  },
  {
    of: "care.keepLetter",
    open: exampleOf("care.keepLetter", "TASK"),
    ends: "care.inbox task",
    begins: "message notification",
    stays: { message: "not read by the other side yet" },
  },
  {
    of: "care.withdrawDocument",
    open: exampleOf("care.withdrawDocument", "DOCUMENT"),
    ends: "care.workItems insurance_document work_item",
  },
  {
    of: "documents.reportLetter",
    open: letterOfPatient,
    ends: "notification",
    begins: "task",
  },
  {
    of: "messages.reportMessage",
    open: reportedByPatient,
    ends: "notification",
    begins: "task",
    stays: { message: "not read by the other side yet" },
  },
  {
    of: "care.decideIdentity",
    open: exampleOf("care.decideIdentity", "PATIENT"),
    ends: "care.cases:identity care.inbox care.verification",
    about: "identity_photo uploaded_file",
    stays: { "identity_photo uploaded_file": "what was decided on is kept until the patient is erased" },
  },
];
