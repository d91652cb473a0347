import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { home, inCare, passDays, capturedCents, tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const apiKey = testApiKey;

/** Changes one of the patient's current answers. */
async function changeAnswer(patient: TestPatient, questionid: string, answer: string | string[]) {
  const token = await tokenOf(server, patient);
  const { version } = (await server.call(account.healthAnswers, { query: {} }, { token })).ok;
  const body = { version, answers: [{ questionid, answer }] };
  const { status, ok } = await server.call(account.updateHealthAnswers, { body }, { token });
  expect(status).toBe(200);
  return ok;
}

/** The doctor renews everything of this patient that waits for it; resolves with how many that were. */
async function prescribeAgain({ id }: TestPatient): Promise<number> {
  const { items } = (await server.call(care.prescriptionRenewals, { query: {} }, { apiKey })).ok;
  const patientRequests = items.filter(({ patient }) => patient.id === id);
  for (const request of patientRequests)
    await server.call(
      care.approvePrescriptionRenewal,
      { params: { id: request.id }, body: { despitewarning: true } },
      { apiKey },
    );
  return patientRequests.length;
}

test("decisions §5 a STOP reported again after the doctor's renewal puts prescriptions on hold again: nothing is charged 45 days on", async () => {
  const rosa = await inCare(server);
  await changeAnswer(rosa, "cancer", ["breast"]);
  expect((await home(server, rosa)).charges).toEqual([]);
  await changeAnswer(rosa, "cancer", ["none"]);
  expect((await home(server, rosa)).charges).toEqual([]);
  expect(await prescribeAgain(rosa)).toBe(2);
  expect((await home(server, rosa)).charges).not.toEqual([]);

  const { stop } = await changeAnswer(rosa, "cancer", ["breast"]);
  expect(stop?.ruleid).toBe("breast_cancer");
  const { charges, nextstep } = await home(server, rosa);
  expect([charges, nextstep.kind]).toEqual([[], "stop"]);
  await passDays(server, 45);
  expect(await capturedCents(server, rosa)).toHaveLength(1);
  expect(await prescribeAgain(rosa)).toBe(2);
});

test("decisions §5 what the doctor prescribed in spite of an answer stays prescribed when the patient sends that answer once more", async () => {
  const rosa = await inCare(server);
  await changeAnswer(rosa, "cancer", ["breast"]);
  await prescribeAgain(rosa);
  await changeAnswer(rosa, "cancer", ["breast"]);
  await changeAnswer(rosa, "weight", "160");
  expect((await home(server, rosa)).charges).not.toEqual([]);
  expect(await prescribeAgain(rosa)).toBe(0);
});

test("decisions §5 a rule on products that is hit again puts those products on hold again", async () => {
  const rosa = await inCare(server);
  const renewalsAfterAnswer = async (answer: string) => {
    await changeAnswer(rosa, "allergies", [answer]);
    return prescribeAgain(rosa);
  };
  expect([
    await renewalsAfterAnswer("adhesive"),
    await renewalsAfterAnswer("none"),
    await renewalsAfterAnswer("adhesive"),
  ]).toEqual([1, 0, 1]);
});
