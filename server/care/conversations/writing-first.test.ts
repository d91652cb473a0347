import { expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { allMessages } from "#server/messages/testing/conversations.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey } from "#server/testing/harness.ts";

const server = await sharedTestServer();

test("a new case has its conversation before the patient has opened their messages, and a nurse can write first", async () => {
  const patient = await handedOver(server, "CA");
  const { ok: record } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey });
  expect(record.conversations).toMatchObject([{ kind: "doctor", lastseq: 0, open: true, waitingsince: null }]);
  const [conversation] = record.conversations ?? [];
  const id = conversation?.id ?? "";
  const { browser } = await signedInStaff(server, ["nurse"]);
  const body = { message: "Hello, one question first.", answersseq: 0, seenseq: 0, clientid: `first-${patient.id}` };
  for (const _attempt of [1, 2])
    expect((await browser.call(care.sendMessage, { params: { id }, body })).status).toBe(201);
  const read = await allMessages(server, patient, id);
  expect(read.map(({ message, sender }) => [message, sender.role])).toEqual([["Hello, one question first.", "nurse"]]);
});

test("patient services begin the conversation with a caller on demand; asked again it is the same one", async () => {
  const patient = await handedOver(server, "IA");
  const { browser } = await signedInStaff(server, ["patient_services"]);
  const begin = async () => {
    const { ok } = await browser.call(care.patientConversations, { params: { id: patient.id } });
    return ok.items.map(({ id, kind }) => ({ id, kind }));
  };
  const [first, again] = await Promise.all([begin(), begin()]);
  expect(first).toMatchObject([{ kind: "patient_services" }]);
  expect(again).toEqual(first);
  const [{ id } = { id: "" }] = first;
  const closed = await browser.call(care.openConversation, { params: { id }, body: { open: false } });
  expect(closed.ok.open).toBe(false);
  expect((await browser.call(care.sendMessage, { params: { id }, body: { message: "Hello" } })).status).toBe(409);
  await browser.call(care.openConversation, { params: { id }, body: { open: true } });
  expect((await browser.call(care.sendMessage, { params: { id }, body: { message: "Hello" } })).status).toBe(201);
});
