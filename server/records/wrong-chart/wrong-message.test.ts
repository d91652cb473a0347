import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { createConversationsData } from "#server/documents/public.ts";
import {
  allMessages,
  conversationsOf,
  downloadAttachment,
  markAsRead,
  type PatientWithConversations,
  patientWithConversations,
  sendAsClinic,
  sendAsPatient,
  unreadCountOf,
} from "#server/messages/testing/conversations.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = await sharedTestServer();
const secret = "QUILLMARK result is positive";

const open = (by: StaffPerson, { id }: { id: string }) =>
  by.browser.call(staff.openRecord, { params: { id }, body: { reason: "colleague", words: "Asked about it." } });
const report = async (patient: PatientWithConversations, mid: string, id = patient.doctorConversationId) =>
  server.call(messages.reportMessage, { params: { id, mid } }, { token: await tokenOf(server, patient) });
const withdraw = (by: StaffPerson, patient: PatientWithConversations, mid: string, forpatientid?: string) =>
  by.browser.call(care.withdrawMessage, {
    params: { id: patient.doctorConversationId, mid },
    body: forpatientid === undefined ? {} : { forpatientid },
  });
const keep = (by: StaffPerson, patient: PatientWithConversations, mid: string) =>
  by.browser.call(care.keepMessage, {
    params: { id: patient.doctorConversationId, mid },
    body: { message: "This one is yours: it's about your own result." },
  });
const tasksOf = async (by: StaffPerson, patient: PatientWithConversations) =>
  (await by.browser.call(care.patientTasks, { params: { id: patient.id }, query: {} })).ok.items;

/** All that a patient is shown of their messages, wherever it is. */
async function shownTo(patient: PatientWithConversations): Promise<string> {
  const token = await tokenOf(server, patient);
  const copy = await createConversationsData(server.services, patient.id);
  return JSON.stringify([
    await allMessages(server, patient, patient.doctorConversationId),
    await conversationsOf(server, patient),
    (await server.call(notifications.list, { query: {} }, { token })).ok,
    (await server.call(treatment.overview, {}, { token })).ok,
    Buffer.from(copy.bytes).toString("utf8"),
  ]);
}

async function misdirected() {
  const patient = await patientWithConversations(server);
  const nurse = await signedInStaff(server, ["nurse"]);
  await open(nurse, patient);
  const { ok: sent } = await sendAsClinic(server, patient.doctorConversationId, { message: secret, needsreply: true });
  return { patient, nurse, sent };
}

describe("a patient says that a message isn't theirs", () => {
  test("it's hidden at once wherever it was shown, asks for nothing, and comes up first among what a nurse has to do", async () => {
    const { patient, nurse, sent } = await misdirected();
    expect(await shownTo(patient)).toContain(secret);
    const { ok, status } = await report(patient, sent.id);
    expect([status, ok.misfiled, ok.type, ok.needsreply]).toEqual([200, "reported", "system", false]);
    expect(ok.message).toContain("You told us this message isn't yours");
    expect(await shownTo(patient)).not.toContain("QUILLMARK");
    expect((await conversationsOf(server, patient)).some(({ needsreply }) => needsreply)).toBe(false);
    const [task, ...others] = await tasksOf(nurse, patient);
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      kind: "not_mine",
      asker: null,
      for: { role: "nurse" },
      actions: ["verdict", "reassign"],
    });
    expect(task?.message).toMatchObject({ id: sent.id, message: secret, misfiled: "reported" });
    const inbox = (await nurse.browser.call(care.inbox, { query: { kind: "task", limit: 200 as never } })).ok;
    const item = inbox.items.find(({ id }) => id === task?.id);
    expect(item?.asked?.kind).toBe("not_mine");
    expect(Date.parse(item?.expires ?? "")).toBeLessThanOrEqual(server.clock.now().getTime());
  });

  test("reported twice it's one task; what the patient wrote, or the system, and another patient's message are refused", async () => {
    const { patient, nurse, sent } = await misdirected();
    const [first, again] = [await report(patient, sent.id), await report(patient, sent.id)];
    expect([first.status, again.status, again.ok]).toEqual([200, 200, first.ok]);
    expect(await tasksOf(nurse, patient)).toHaveLength(1);
    const own = await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Thank you" });
    expect((await report(patient, own.ok.id)).problem.code).toBe("wrong_state");
    const other = await misdirected();
    expect((await report(patient, other.sent.id)).problem.code).toBe("not_found");
    expect((await report(patient, sent.id, patient.servicesConversationId)).problem.code).toBe("not_found");
  });

  test("a task of it ends by nothing but what is decided of the message", async () => {
    const { patient, nurse, sent } = await misdirected();
    await report(patient, sent.id);
    const [task] = await tasksOf(nurse, patient);
    const ended = await nurse.browser.call(care.endTask, { params: { id: task!.id }, body: { outcome: "done" } });
    const dropped = await nurse.browser.call(care.endTask, { params: { id: task!.id }, body: { outcome: "dropped" } });
    const answered = await nurse.browser.call(care.answerTask, { params: { id: task!.id }, body: { answer: "Yes" } });
    expect([ended, dropped, answered].map(({ problem }) => problem.code)).toEqual(Array(3).fill("wrong_state"));
  });

  test("it is theirs after all: shown again with a message that says so, and their own question goes on waiting", async () => {
    const { patient, nurse, sent } = await misdirected();
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "And my nights?" });
    await report(patient, sent.id);
    expect((await keep(nurse, patient, sent.id)).ok).toMatchObject({ misfiled: null, message: secret });
    const shown = await allMessages(server, patient, patient.doctorConversationId);
    expect(shown.find(({ id }) => id === sent.id)).toMatchObject({ message: secret, misfiled: null });
    expect(shown.at(-1)?.message).toContain("This one is yours");
    expect(await tasksOf(nurse, patient)).toEqual([]);
    const waiting = await nurse.browser.call(care.conversation, { params: { id: patient.doctorConversationId } });
    expect(waiting.ok.waitingsince).not.toBeNull();
    expect((await keep(nurse, patient, sent.id)).problem.code).toBe("conflict");
  });
});

describe("the practice takes a message back", () => {
  test("nobody reads it any more, on either side; the unread count, the mail and the notification go with it", async () => {
    const { patient, nurse, sent } = await misdirected();
    const later = (await sendAsClinic(server, patient.doctorConversationId, { message: "How are you?" })).ok;
    const unread = async () => (await unreadCountOf(server, patient)).ok.unreadcount;
    const before = await unread();
    const { status, ok } = await withdraw(nurse, patient, sent.id);
    expect([status, ok.misfiled, ok.message.includes("QUILLMARK"), ok.attachment]).toEqual([
      200,
      "withdrawn",
      false,
      null,
    ]);
    expect(await unread()).toBe(before - 1);
    expect(await shownTo(patient)).not.toContain("QUILLMARK");
    const thread = await nurse.browser.call(care.conversationMessages, {
      params: { id: patient.doctorConversationId },
      query: {},
    });
    expect(JSON.stringify(thread.ok)).not.toContain("QUILLMARK");
    const all = await nurse.browser.call(care.messages, { params: { id: patient.id }, query: {} });
    expect(JSON.stringify(all.ok)).not.toContain("QUILLMARK");
    await markAsRead(server, patient, patient.doctorConversationId, later.seq);
    expect(await unread()).toBe(before - 2);
    const again = await withdraw(nurse, patient, sent.id);
    expect(again.problem.code).toBe("conflict");
    const row = await server.services.db
      .selectFrom("message")
      .select(["withdrawn_by", "text_sealed"])
      .where("id", "=", sent.id)
      .executeTakeFirstOrThrow();
    expect([row.withdrawn_by, row.text_sealed.length > 20]).toEqual([`staff:${nurse.id}`, true]);
  });

  test("the only unread one: no mail tells of it", async () => {
    const { patient, nurse, sent } = await misdirected();
    await markAsRead(server, patient, patient.doctorConversationId, sent.seq - 1);
    await withdraw(nurse, patient, sent.id);
    const { mail_due_at } = await server.services.db
      .selectFrom("conversation")
      .select("mail_due_at")
      .where("id", "=", patient.doctorConversationId)
      .executeTakeFirstOrThrow();
    expect(mail_due_at).toBeNull();
  });

  test("read already, the count stays right for what comes after", async () => {
    const { patient, nurse, sent } = await misdirected();
    // Up to it and no further.
    await markAsRead(server, patient, patient.doctorConversationId, sent.seq);
    expect((await unreadCountOf(server, patient)).ok.unreadcount).toBe(0);
    await withdraw(nurse, patient, sent.id);
    await sendAsClinic(server, patient.doctorConversationId, { message: "Hello" });
    expect((await unreadCountOf(server, patient)).ok.unreadcount).toBe(1);
  });

  test("a question that it seemed to answer waits again since it was asked", async () => {
    const patient = await patientWithConversations(server);
    const nurse = await signedInStaff(server, ["nurse"]);
    await open(nurse, patient);
    const { doctorConversationId: id } = patient;
    const asked = (await sendAsPatient(server, patient, id, { message: "May I take both?" })).ok;
    server.clock.advance(60_000);
    const sent = (await sendAsClinic(server, id, { message: secret })).ok;
    const waits = async () => (await nurse.browser.call(care.conversation, { params: { id } })).ok.waitingsince;
    expect(await waits()).toBeNull();
    await withdraw(nurse, patient, sent.id);
    expect(await waits()).toBe(asked.createdat);
  });

  test("what the patient reported ends the practice's task", async () => {
    const { patient, nurse, sent } = await misdirected();
    await report(patient, sent.id);
    await withdraw(nurse, patient, sent.id);
    expect(await tasksOf(nurse, patient)).toEqual([]);
    expect((await keep(nurse, patient, sent.id)).problem.code).toBe("conflict");
    expect((await report(patient, sent.id)).ok.misfiled).toBe("withdrawn");
  });

  test("what a patient wrote isn't taken back, and who doesn't write in the conversation takes nothing back", async () => {
    const { patient, nurse, sent } = await misdirected();
    const own = await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Mine" });
    expect((await withdraw(nurse, patient, own.ok.id)).problem.code).toBe("wrong_state");
    const services = await signedInStaff(server, ["patient_services"]);
    expect((await withdraw(services, patient, sent.id)).problem.code).toBe("scope_missing");
    expect((await keep(services, patient, sent.id)).problem.code).toBe("scope_missing");
  });
});

describe("it's sent to the right patient", () => {
  test("in the sender's name, once, and answers no question of theirs; without a reason their record stays closed", async () => {
    const { patient, nurse, sent } = await misdirected();
    const right = await patientWithConversations(server);
    const closed = await withdraw(nurse, patient, sent.id, (await inCare(server)).id);
    expect(closed.problem.code).toBe("reason_required");
    expect(await shownTo(patient)).toContain(secret);
    await open(nurse, right);
    const asked = (await sendAsPatient(server, right, right.doctorConversationId, { message: "My result?" })).ok;
    expect((await withdraw(nurse, patient, sent.id, right.id)).status).toBe(200);
    const last = (await allMessages(server, right, right.doctorConversationId)).at(-1);
    expect(last).toMatchObject({ message: secret, sender: { role: "nurse" }, misfiled: null, needsreply: true });
    expect(await shownTo(patient)).not.toContain("QUILLMARK");
    const waits = await nurse.browser.call(care.conversation, { params: { id: right.doctorConversationId } });
    expect(waits.ok.waitingsince).toBe(asked.createdat);
    const moved = await server.services.db
      .selectFrom("message")
      .select("moved_to_id")
      .where("id", "=", sent.id)
      .executeTakeFirstOrThrow();
    expect(moved.moved_to_id).toBe(last?.id);
  });

  test("one that asked for no answer asks the right patient for none", async () => {
    const { patient, nurse } = await misdirected();
    const right = await patientWithConversations(server);
    await open(nurse, right);
    const { ok: sent } = await sendAsClinic(server, patient.doctorConversationId, { message: "All is well." });
    expect((await withdraw(nurse, patient, sent.id, right.id)).status).toBe(200);
    const last = (await allMessages(server, right, right.doctorConversationId)).at(-1);
    expect(last).toMatchObject({ message: "All is well.", needsreply: false });
  });

  test("with the same key it's sent once a reason was given, and no second time", async () => {
    const { patient, nurse, sent } = await misdirected();
    const right = await inCare(server);
    const key = newId();
    const move = () =>
      nurse.browser.call(
        care.withdrawMessage,
        { params: { id: patient.doctorConversationId, mid: sent.id }, body: { forpatientid: right.id } },
        { key },
      );
    expect((await move()).problem.code).toBe("reason_required");
    await open(nurse, right);
    expect([(await move()).status, (await move()).status]).toEqual([200, 200]);
    const { items } = (await nurse.browser.call(care.messages, { params: { id: right.id }, query: {} })).ok;
    expect(items.filter(({ message }) => message === secret)).toHaveLength(1);
  });

  test("the same patient, an unknown one, and one whose conversation is closed are refused, and nothing is taken back", async () => {
    const { patient, nurse, sent } = await misdirected();
    const right = await patientWithConversations(server);
    await open(nurse, right);
    await server.call(
      care.openConversation,
      { params: { id: right.doctorConversationId }, body: { open: false } },
      { apiKey },
    );
    const refused = [
      await withdraw(nurse, patient, sent.id, patient.id),
      await withdraw(nurse, patient, sent.id, sent.id),
      await withdraw(nurse, patient, sent.id, right.id),
    ];
    expect(refused.map(({ problem }) => problem.code)).toEqual(["bad_request", "not_found", "wrong_state"]);
    expect(await shownTo(patient)).toContain(secret);
  });
});

/** Gives a message a file; its id. */
async function withFile(patient: PatientWithConversations, messageId: string): Promise<string> {
  const fileId = messageId;
  await server.services.db
    .insertInto("uploaded_file")
    .values({
      ...{ id: fileId, patient_id: patient.id, kind: "message_attachment", storage_key: `test/${fileId}`, size: 3 },
      ...{ type: "application/pdf", sha256: "0".repeat(64), width: null, height: null, created_at: server.clock.now() },
    })
    .execute();
  await server.services.files.put(`test/${fileId}`, Buffer.from("pdf"), "application/pdf");
  await server.services.db
    .updateTable("message")
    .set({ type: "attachment", file_id: fileId })
    .where("id", "=", messageId)
    .execute();
  return fileId;
}

test("the file of such a message opens for nobody once it's taken back, and not for a patient who says it isn't theirs", async () => {
  const { patient, nurse, sent } = await misdirected();
  const fileId = await withFile(patient, sent.id);
  const { doctorConversationId: id } = patient;
  const byNurse = () => nurse.browser.call(care.messageAttachment, { params: { id, attachmentid: fileId } });
  expect((await downloadAttachment(server, patient, id, fileId)).status).toBe(200);
  await report(patient, sent.id);
  expect([(await downloadAttachment(server, patient, id, fileId)).status, (await byNurse()).status]).toEqual([
    404, 200,
  ]);
  await withdraw(nurse, patient, sent.id);
  expect((await byNurse()).status).toBe(404);
  expect((await exported(patient)).files).toEqual([]);
});

test("a message with a file is sent on with it: the right patient opens it, and for the wrong one it's gone", async () => {
  const { patient, nurse, sent } = await misdirected();
  const fileId = await withFile(patient, sent.id);
  const right = await patientWithConversations(server);
  await open(nurse, right);
  expect((await withdraw(nurse, patient, sent.id, right.id)).ok).toMatchObject({
    misfiled: "withdrawn",
    attachment: null,
  });
  const last = (await allMessages(server, right, right.doctorConversationId)).at(-1);
  expect(last).toMatchObject({ type: "attachment", message: secret, attachment: { id: fileId } });
  expect((await downloadAttachment(server, right, right.doctorConversationId, fileId)).status).toBe(200);
  expect((await downloadAttachment(server, patient, patient.doctorConversationId, fileId)).status).toBe(404);
  expect([(await exported(patient)).files.length, (await exported(right)).files.length]).toEqual([0, 1]);
});

/** The copy of everything about a patient that the practice hands over. */
async function exported({ id }: PatientWithConversations) {
  const folder = mkdtempSync(join(tmpdir(), "calendula-copy-"));
  try {
    await exportPatient(server.services, id, join(folder, "copy"));
    const rows = readFileSync(join(folder, "copy/tables/message.json"), "utf8");
    return { rows, files: readdirSync(join(folder, "copy/files")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the copy of everything has no word of what was meant for another patient, nor who got it; it has what is the patient's", async () => {
  const { patient, nurse, sent } = await misdirected();
  await sendAsClinic(server, patient.doctorConversationId, { message: "OWNWORD for you" });
  expect((await exported(patient)).rows).toContain("QUILLMARK");
  const other = await patientWithConversations(server);
  await open(nurse, other);
  await withdraw(nurse, patient, sent.id, other.id);
  const { rows } = await exported(patient);
  expect(rows).not.toContain("QUILLMARK");
  const messageRows = JSON.parse(rows) as { moved_to_id?: string | null }[];
  expect(messageRows.flatMap(({ moved_to_id: movedTo }) => movedTo ?? [])).toEqual([]);
  expect(rows).toContain("OWNWORD");
  expect((await exported(other)).rows).toContain("QUILLMARK");
});
