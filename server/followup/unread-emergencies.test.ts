import { afterAll, beforeAll, expect, test } from "vitest";
import { followup } from "#contract/followup.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  type PatientWithFollowup,
  patientWithFollowup,
  apply,
  back,
  check,
  claim,
  goThrough,
  markDone,
  open,
  readByDoctor,
  save,
} from "./testing/followups.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const readStop = async (patient: PatientWithFollowup, stopread: string) =>
  server.call(
    followup.claim,
    { params: { id: patient.followupId }, body: { stopread } },
    { token: await tokenOf(server, patient) },
  );
async function emergencyAnswered(sideEffects: readonly string[]): Promise<PatientWithFollowup> {
  const patient = await patientWithFollowup(server);
  await goThrough(server, patient, {}, 4);
  await save(server, patient, 4, { side_effects: [...sideEffects] });
  return patient;
}

test("§5 an emergency is shown with every step and check until the patient has read it, and not after that", async () => {
  const patient = await emergencyAnswered(["chest_pain"]);
  const all = async () => [
    (await check(server, patient)).ok.stop?.ruleid,
    (await claim(server, patient, patient.followupId)).ok.stop?.ruleid,
    (await open(server, patient, 5)).ok.stop?.ruleid,
    (await back(server, patient, 5)).ok.stop?.ruleid,
  ];
  expect(await all()).toEqual(Array.from({ length: 4 }, () => "chest_pain_now"));
  expect((await readStop(patient, "another_rule")).ok.stop?.ruleid).toBe("chest_pain_now");
  expect((await readStop(patient, "chest_pain_now")).ok.stop).toBeNull();
  expect(await all()).toEqual([undefined, undefined, undefined, undefined]);
});

test("§9 it ends the follow-up: nothing more is asked, completed, earned or rated until a doctor has read it; then it goes on", async () => {
  const [patient, calm] = [await emergencyAnswered(["chest_pain"]), await patientWithFollowup(server)];
  const token = await tokenOf(server, patient);
  const overall = () => save(server, patient, 5, { overall: "same" });
  const rate = () => server.call(followup.rate, { body: { rating: 9, followupid: patient.followupId } }, { token });
  expect([(await overall()).problem.code, (await rate()).problem.code]).toEqual(["wrong_state", "wrong_state"]);
  expect((await check(server, patient)).ok).toMatchObject({ id: patient.followupId, interrupted: true });
  await readStop(patient, "chest_pain_now");
  expect((await check(server, patient)).ok).toMatchObject({ id: null, stop: null, interrupted: true });
  await markDone(server, patient, patient.followupId);
  const applied = await apply(server, patient, patient.followupId, patient.code ?? "");
  expect([applied.problem.code, (await overall()).problem.code]).toEqual(["wrong_state", "wrong_state"]);
  expect((await check(server, calm)).ok).toMatchObject({ id: calm.followupId, interrupted: false });
  await readByDoctor(server, patient.followupId);
  const { ok } = await check(server, patient);
  expect(ok).toMatchObject({ id: patient.followupId, step: 5, interrupted: false });
  expect([(await overall()).status, (await rate()).status]).toEqual([200, 201]);
});

test("§9 an emergency in the last answer completes nothing either", async () => {
  const patient = await patientWithFollowup(server);
  await goThrough(server, patient, { still_using: "stopped", why_stopped: "It itched" }, 2);
  await save(server, patient, 2, { still_using: "stopped", why_stopped: "my chest... it hurts" });
  expect((await check(server, patient)).ok).toMatchObject({ followupstatus: "CLAIMED", interrupted: true });
});

test("§5 two emergencies are shown one after the other, and one raised again is shown again", async () => {
  const patient = await emergencyAnswered(["chest_pain", "dark_thoughts"]);
  const { ok } = await readStop(patient, "chest_pain_now");
  expect(ok.stop?.actions[0]?.href).toBe("tel:988");
  expect((await readStop(patient, "self_harm_thoughts")).ok.stop).toBeNull();
  const { ok: again } = await save(server, patient, 4, { side_effects: ["chest_pain"] });
  expect(again.stop?.ruleid).toBe("chest_pain_now");
});

test("§5 an emergency of a follow-up that was completed after a doctor read it is shown until the patient has read it", async () => {
  const patient = await emergencyAnswered(["chest_pain"]);
  await readByDoctor(server, patient.followupId);
  await goThrough(server, patient);
  const { ok } = await check(server, patient);
  expect(ok).toMatchObject({ id: patient.followupId, followupstatus: "COMPLETED", step: null });
  expect(ok.stop?.ruleid).toBe("chest_pain_now");
  expect((await claim(server, patient, patient.followupId)).ok.stop?.ruleid).toBe("chest_pain_now");
  expect((await readStop(patient, "chest_pain_now")).ok).toMatchObject({ followupstatus: "COMPLETED", stop: null });
  expect((await check(server, patient)).ok).toMatchObject({ id: null, stop: null });
});

test("§5 an emergency of a follow-up whose message the patient marked as done is shown until they have read it", async () => {
  const patient = await emergencyAnswered(["chest_pain"]);
  await markDone(server, patient, patient.followupId);
  expect((await check(server, patient)).ok).toMatchObject({
    id: patient.followupId,
    stop: { ruleid: "chest_pain_now" },
  });
  await readStop(patient, "chest_pain_now");
  expect((await check(server, patient)).ok.id).toBeNull();
});

test("§5 an emergency raised on two devices is read once", async () => {
  const patient = await emergencyAnswered(["chest_pain"]);
  await save(server, patient, 4, { side_effects: ["chest_pain", "headache"] });
  const both = await Promise.all([readStop(patient, "chest_pain_now"), readStop(patient, "chest_pain_now")]);
  expect(both.map(({ ok }) => ok.stop)).toEqual([null, null]);
});
