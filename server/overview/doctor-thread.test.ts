import { expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import {
  markAsRead,
  patientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "#server/messages/testing/conversations.ts";
import { sharedTestServer, testApiKey } from "#server/testing/harness.ts";
import { home } from "#server/treatment/testing/in-care.ts";

const server = await sharedTestServer();

test("home shows the doctor's latest message with who wrote it, whether it is new, and when the patient wrote back", async () => {
  const rosa = await patientWithConversations(server);
  const { doctorConversationId: id } = rosa;
  await sendAsClinic(server, id, { message: "Hello, Rosa." });
  await sendAsClinic(server, id, { message: "How are your nights?" });
  const before = await home(server, rosa);
  expect(before.doctorthread).toMatchObject({
    conversationid: id,
    open: true,
    emergency: null,
    latest: {
      name: before.doctor?.name,
      profileUrl: before.doctor?.profileUrl,
      message: "How are your nights?",
      hasattachment: false,
      article: null,
      unread: true,
      answeredat: null,
    },
  });
  await markAsRead(server, rosa, id);
  expect((await home(server, rosa)).doctorthread?.latest).toMatchObject({ unread: false, answeredat: null });
  const { ok: sent } = await sendAsPatient(server, rosa, id, { message: "Better." });
  expect((await home(server, rosa)).doctorthread?.latest).toMatchObject({
    message: "How are your nights?",
    answeredat: sent.createdat,
  });
});

test("a question of the doctor leads home until the patient writes back", async () => {
  const rosa = await patientWithConversations(server);
  const { doctorConversationId: id } = rosa;
  await sendAsClinic(server, id, { message: "Did the rash go away?", needsreply: true });
  await sendAsClinic(server, id, { message: "Take your time." });
  const { nextstep, doctor, canshowupsells } = await home(server, rosa);
  expect(nextstep).toMatchObject({
    kind: "doctor_asks",
    title: `${doctor?.name} has a question for you`,
    action: { href: "/messages/doctor" },
    needspatient: true,
  });
  expect(canshowupsells).toBe(false);
  await sendAsPatient(server, rosa, id, { message: "It did." });
  expect((await home(server, rosa)).nextstep.kind).not.toBe("doctor_asks");
});

test("nothing is asked for where the patient cannot write", async () => {
  const rosa = await patientWithConversations(server);
  const { doctorConversationId: id } = rosa;
  await sendAsClinic(server, id, { message: "Did the rash go away?", needsreply: true });
  await server.call(care.openConversation, { params: { id }, body: { open: false } }, { apiKey: testApiKey });
  const { nextstep, doctorthread } = await home(server, rosa);
  expect(nextstep.kind).not.toBe("doctor_asks");
  expect(doctorthread?.open).toBe(false);
});

test("an emergency in the answer is shown where it was written, too, until it is dismissed", async () => {
  const rosa = await patientWithConversations(server);
  const { doctorConversationId: id, token } = rosa;
  await sendAsPatient(server, rosa, id, { message: "I have chest pain right now." });
  const { nextstep, doctorthread } = await home(server, rosa);
  expect(nextstep.kind).toBe("emergency");
  expect(doctorthread?.emergency).toMatchObject({ kind: "911" });
  await server.call(messages.dismissEmergency, { params: { id } }, { token });
  expect((await home(server, rosa)).doctorthread?.emergency).toBeNull();
});

test("a message to patient services is none of the doctor's", async () => {
  const rosa = await patientWithConversations(server);
  await sendAsClinic(server, rosa.servicesConversationId, { message: "Welcome" });
  expect((await home(server, rosa)).doctorthread?.latest).toBeNull();
});

test("no conversation before there is a case", async () => {
  expect((await home(server, await server.newPatient())).doctorthread).toBeNull();
});
