import { afterAll, beforeAll, expect, test } from "vitest";
import { care } from "#contract/care.ts";
import { documents } from "#contract/documents.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { treated } from "./testing/patients.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("GET /documents/available: the medical letter, once her doctor has issued one", async () => {
  const patient = await treated(server);
  const available = async () => (await server.call(documents.available, {}, patient)).ok;
  expect(await available()).toEqual({ medicalletter: false });
  await server.call(
    care.issueLetter,
    { params: { id: patient.id }, body: { text: "She needs it." } },
    { apiKey: testApiKey },
  );
  expect(await available()).toEqual({ medicalletter: true });
});

test("GET /documents/available: not without a sign-in", async () => {
  expect((await server.call(documents.available, {})).status).toBe(401);
});
