import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import {
  type PatientWithFollowup,
  patientWithFollowup,
  check,
  goThrough,
  save,
} from "#server/followup/testing/followups.ts";
import { conversationsOf, allMessages } from "#server/messages/testing/conversations.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";

const dayMs = 86_400_000;

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ careDesk: true }, { CARE_DESK_PACE_SECONDS: "0" })));
afterAll(() => server.close());

/** Four weeks pass, then the desk runs once. */
async function fourWeeks(): Promise<void> {
  server.clock.advance(28 * dayMs + 60_000);
  await server.runCareDesk();
}
const doctors = async (patient: TestPatient) =>
  (await conversationsOf(server, patient)).find(({ kind }) => kind === "doctor")?.id ?? "";
const doctorThread = async (patient: TestPatient) => allMessages(server, patient, await doctors(patient));
const closedAt = async ({ followupId }: PatientWithFollowup) =>
  (await server.call(care.followupResult, { params: { id: followupId } }, { apiKey })).ok.closedat;

describe("decisions §11 the demo's care desk sends follow-ups", () => {
  test("28 days after the plan was approved, once, with a code", async () => {
    const patient = await inCare(server);
    await server.runCareDesk();
    expect((await check(server, patient)).ok.id).toBeNull();
    await fourWeeks();
    await server.runCareDesk();
    const { id, percent } = (await check(server, patient)).ok;
    expect([typeof id, percent]).toEqual(["string", 20]);
    const followupMessages = (await doctorThread(patient)).filter(({ type }) => type === "prescription_followup");
    expect(followupMessages).toMatchObject([{ followupid: id, actionstatus: "PENDING" }]);
    await goThrough(server, { ...patient, followupId: id ?? "", code: null });
    await server.runCareDesk();
    server.clock.advance(28 * dayMs);
    await server.runCareDesk();
    expect((await check(server, patient)).ok.id).toBeNull();
  });

  test("reads one that is complete, and thanks the patient once", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient);
    await server.runCareDesk();
    await server.runCareDesk();
    expect(await closedAt(patient)).not.toBeNull();
    const { read } = server.services.content.deskanswers.followup;
    expect((await doctorThread(patient)).filter(({ message }) => message === read)).toHaveLength(1);
  });

  test("says that a person will look when something is flagged", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, { side_effects: ["bleeding"] });
    await server.runCareDesk();
    expect((await doctorThread(patient)).at(-1)?.message).toBe(server.services.content.deskanswers.followup.flagged);
  });

  test("acknowledges an emergency after minutes, closes it later and says that nobody called; the review goes on", async () => {
    const patient = await patientWithFollowup(server);
    await goThrough(server, patient, {}, 4);
    await save(server, patient, 4, { side_effects: ["chest_pain"] });
    const query = { state: "open", patientid: patient.id } as const;
    const open = async () => (await server.call(care.emergencies, { query }, { apiKey })).ok.items;
    const [{ id } = { id: "" }] = await open();
    const later = async (minutes: number) => {
      server.clock.advance(minutes * 60_000);
      await server.runCareDesk();
    };
    await later(1);
    expect((await open())[0]?.acknowledgedat).toBeNull();
    await later(4);
    expect((await open())[0]?.acknowledgedat).not.toBeNull();
    await later(30);
    expect(await open()).toEqual([]);
    expect((await check(server, patient)).ok).toMatchObject({ id: patient.followupId, interrupted: false });
    const { actions } = (await server.call(care.emergency, { params: { id } }, { apiKey })).ok;
    expect(actions.map(({ text }) => text).join(" ")).toContain("Nobody was called");
  });

  test("leaves an emergency to a person, and an unfinished follow-up alone", async () => {
    const [withEmergency, unfinished] = [await patientWithFollowup(server), await patientWithFollowup(server)];
    await goThrough(server, withEmergency, {}, 4);
    await save(server, withEmergency, 4, { side_effects: ["chest_pain"] });
    await goThrough(server, unfinished, {}, 4);
    await server.runCareDesk();
    expect(await closedAt(withEmergency)).toBeNull();
    expect((await check(server, unfinished)).ok.followupstatus).toBe("CLAIMED");
    expect((await doctorThread(unfinished)).at(-1)?.type).toBe("prescription_followup");
  });
});
