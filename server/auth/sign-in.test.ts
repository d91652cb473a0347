import { afterAll, beforeAll, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

test("§7 signin: e-mail and password begin a session", async () => {
  const { email, password, id } = await server.newPatient();
  const { status, ok, cookies } = await server.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  expect(status).toBe(200);
  expect(ok).toEqual({
    message: "success",
    idToken: expect.any(String),
    userid: id,
    onboardingstatus: "PENDING",
    onetimetoken: expect.any(String),
  });
  expect(cookies["refreshToken"]).toMatch(/^[\w-]{43}$/);
});
