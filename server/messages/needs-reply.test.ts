import type { Updateable } from "kysely";
import { expect, test } from "vitest";
import { messages } from "#contract/messages/calls.ts";
import { joinedHelper } from "#server/auth/helpers/testing/helpers.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { isReplyAwaited } from "./needs-reply.ts";
import {
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "./testing/conversations.ts";

type Then = (server: TestServer, patient: PatientWithConversations, question: string) => Promise<unknown>;
const mark =
  (gone: (at: Date) => Updateable<Tables["message"]>): Then =>
  ({ services: { db, clock } }, _, question) =>
    db.updateTable("message").set(gone(clock.now())).where("id", "=", question).execute();

test.each<[string, boolean, Then]>([
  ["nothing more", true, () => Promise.resolve()],
  ["an answer of the patient's", false, (server, patient) => answer(server, patient, patient.doctorConversationId)],
  ["words to patient services", true, (server, patient) => answer(server, patient, patient.servicesConversationId)],
  [
    "words of a helper",
    true,
    async (server, patient) => {
      const { token } = await joinedHelper(server, patient);
      const body = { message: "I'll ask." };
      await server.call(messages.send, { params: { id: patient.doctorConversationId }, body }, { token });
    },
  ],
  [
    "another message of the doctor's",
    true,
    (server, patient) => sendAsClinic(server, patient.doctorConversationId, { message: "Good night" }),
  ],
  ["the question withdrawn", false, mark((at) => ({ withdrawn_at: at, withdrawn_by: "key:test" }))],
  ["the patient saying that it isn't theirs", false, mark((at) => ({ reported_at: at }))],
])("after a question of the doctor's and %s an answer is awaited: %s", async (_, isAwaited, then) => {
  const server = await sharedTestServer();
  const patient = await patientWithConversations(server);
  const { doctorConversationId: id } = patient;
  const { ok } = await sendAsClinic(server, id, { message: "How are your nights?", needsreply: true });
  await then(server, patient, ok.id);
  expect(await isReplyAwaited(server.services.db, id)).toBe(isAwaited);
});

const answer = (server: TestServer, patient: PatientWithConversations, id: string) =>
  sendAsPatient(server, patient, id, { message: "Better" });
