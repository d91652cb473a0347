import { afterAll, beforeAll, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { patientWithConversations, sendAsClinic } from "#server/messages/testing/conversations.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Who is asked to look at a message of which its patient says that it isn't theirs. */
async function asked(conversation: "doctorConversationId" | "servicesConversationId"): Promise<string | undefined> {
  const patient = await patientWithConversations(server);
  const id = patient[conversation];
  const { ok: sent } = await sendAsClinic(server, id, { message: "Your result is here." });
  await server.call(messages.reportMessage, { params: { id, mid: sent.id } }, { token: patient.token });
  const { ok } = await server.call(care.patientTasks, { params: { id: patient.id }, query: {} }, { apiKey });
  return ok.items[0]?.for.role;
}

test("whoever can decide about it and opens least is asked, of those who work here now", async () => {
  await signedInStaff(server, ["patient_services"]);
  await signedInStaff(server, ["finance"]);
  expect(await asked("servicesConversationId")).toBe("patient_services");
  await signedInStaff(server, ["physician"], "elena_marsh");
  expect(await asked("doctorConversationId")).toBe("physician");
  const nurse = await signedInStaff(server, ["nurse"]);
  expect([await asked("doctorConversationId"), await asked("servicesConversationId")]).toEqual(["nurse", "nurse"]);
  await server.call(staff.disableMember, { params: { id: nurse.id }, body: {} }, { apiKey });
  expect(await asked("doctorConversationId")).toBe("physician");
});
