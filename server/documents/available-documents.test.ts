import { afterAll, beforeAll, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { treatedPatient } from "./testing/patients.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("GET /documents/available: the medical letter, once the doctor has issued one", async () => {
  const patient = await treatedPatient(server);
  const available = async () => (await server.call(documents.available, {}, patient)).ok;
  expect(await available()).toMatchObject({ medicalletter: false });
  await server.call(
    care.issueLetter,
    { params: { id: patient.id }, body: { text: "The patient needs it." } },
    { apiKey: testApiKey },
  );
  expect(await available()).toMatchObject({ medicalletter: true });
});

test("§9 GET /documents/available: the years of receipts, by the server's clock", async () => {
  const afterNewYear = Date.UTC(new Date().getUTCFullYear() + 1, 0, 2);
  server.clock.setOffset(afterNewYear - Date.now());
  const { token } = await server.newPatient();
  const { ok } = await server.call(documents.available, {}, { token });
  server.clock.setOffset(0);
  expect(ok.years[0]).toBe(new Date(afterNewYear).getUTCFullYear());
  expect(ok.years.at(-1)).toBe(2021);
});

test("GET /documents/available: needs a session", async () => {
  expect((await server.call(documents.available, {})).status).toBe(401);
});
