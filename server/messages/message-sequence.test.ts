import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { postMessage } from "./post-message.ts";
import {
  conversationsOf,
  withoutEmergency,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  allMessages,
} from "./testing/conversations.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

/** Posts a message in a transaction that then fails. */
const postAndRollBack = (patient: PatientWithConversations) =>
  inTransaction(server.services, async (tx) => {
    const txServices = tx;
    await postMessage(txServices, { patientId: patient.id, kind: "doctor", author: { role: "system" }, text: "never" });
    throw new Error("undone");
  }).catch((error: Error) => error.message);

test("proof 1: with 50 concurrent senders seq has no gaps or duplicates, and messages are ordered by seq alone", async () => {
  const patient = await patientWithConversations(server);
  const senders = numbersTo(50).map((n) => {
    const body = { message: `message ${n}`, clientid: newId() };
    return n % 2
      ? sendAsPatient(server, patient, patient.doctorConversationId, body)
      : sendAsClinic(server, patient.doctorConversationId, body);
  });
  const failures = numbersTo(5).map(() => postAndRollBack(patient));
  const answers = await Promise.all(senders);
  expect(await Promise.all(failures)).toEqual(numbersTo(5).map(() => "undone"));
  expect(answers.map(({ status }) => status)).toEqual(numbersTo(50).map(() => 201));
  expect(answers.map(({ ok }) => ok.seq).toSorted((a, b) => a - b)).toEqual(numbersTo(50));
  const thread = await allMessages(server, patient, patient.doctorConversationId);
  expect(thread.map(({ seq }) => seq)).toEqual(numbersTo(50));
  expect(thread).toEqual(answers.map(({ ok }) => withoutEmergency(ok)).toSorted((a, b) => a.seq - b.seq));
  const times = thread.map(({ createdat }) => createdat);
  expect(times).toEqual(times.toSorted());
});

test("proof 1: a message sent after a reply arrived is ordered after it, whatever the clock says", async () => {
  const patient = await patientWithConversations(server);
  await sendAsPatient(server, patient, patient.doctorConversationId, { message: "first" });
  server.clock.advance(-300_000);
  await sendAsClinic(server, patient.doctorConversationId, { message: "second" });
  await sendAsPatient(server, patient, patient.doctorConversationId, { message: "third" });
  expect((await allMessages(server, patient, patient.doctorConversationId)).map(({ message }) => message)).toEqual([
    "first",
    "second",
    "third",
  ]);
});

test("proof 1: each conversation has its own seq, also under concurrent writes", async () => {
  const patient = await patientWithConversations(server);
  await Promise.all(
    numbersTo(20).map((n) =>
      sendAsClinic(server, n % 2 ? patient.doctorConversationId : patient.servicesConversationId, {
        message: `${n}`,
        needsreply: n === 7,
      }),
    ),
  );
  expect((await conversationsOf(server, patient)).map(({ lastseq, needsreply }) => [lastseq, needsreply])).toEqual([
    [10, true],
    [10, false],
  ]);
});
