import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

async function onPhone({ email, password }: TestPatient): Promise<string> {
  const headers = { "user-agent": iphone };
  return (await server.call(auth.signIn, { body: { email, password } }, { headers })).ok.idToken;
}

test("sessions: the patient sees where they are signed in, the last used first, this one marked", async () => {
  const patient = await server.newPatient();
  server.clock.advance(1000);
  const phone = await onPhone(patient);
  const { ok } = await server.call(account.sessions, {}, { token: patient.token });
  expect(ok.items.map(({ device, current }) => ({ device, current }))).toEqual([
    { device: "Safari on iPhone", current: false },
    { device: "Unknown device", current: true },
  ]);
  const seenThere = await server.call(account.sessions, {}, { token: phone });
  expect(seenThere.ok.items.map(({ current }) => current)).toEqual([true, false]);
});

test("sessions: the patient signs out another one, at once", async () => {
  const patient = await server.newPatient();
  const phone = await onPhone(patient);
  const { ok } = await server.call(account.sessions, {}, { token: patient.token });
  const id = ok.items.find(({ current }) => !current)?.id ?? "";
  const ended = await server.call(account.endSession, { params: { id } }, { token: patient.token });
  expect([ended.status, ended.ok.items.length]).toEqual([200, 1]);
  expect((await server.call(account.user, {}, { token: phone })).status).toBe(401);
  const again = await server.call(account.endSession, { params: { id } }, { token: patient.token });
  expect(again.status).toBe(404);
});

test("sessions: another patient's session is not found and lives on", async () => {
  const [patient, stranger] = [await server.newPatient(), await server.newPatient()];
  const { ok } = await server.call(account.sessions, {}, { token: stranger.token });
  for (const id of [ok.items[0]?.id ?? "", newId()]) {
    expect((await server.call(account.endSession, { params: { id } }, { token: patient.token })).status).toBe(404);
  }
  expect((await server.call(account.user, {}, { token: stranger.token })).status).toBe(200);
});
