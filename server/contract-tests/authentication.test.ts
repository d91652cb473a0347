import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { auth } from "#contract/auth.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { newId } from "#server/platform/ids.ts";
import { recordCallCoverage } from "#server/testing/call-coverage.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { exampleBody, examplePath } from "./testing/example-requests.ts";

const calls = [...everyCall()].map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call }));
let server: TestServer;
let patient: TestPatient;
let signedOut: TestPatient;
let expired: string;

beforeAll(async () => {
  server = await startTestServer();
  [patient, signedOut] = [await server.newPatient(), await server.newPatient()];
  await server.call(
    auth.signOut,
    { body: {} },
    { token: signedOut.token, cookies: { refreshToken: signedOut.refreshToken } },
  );
  server.clock.advance(-3_600_000);
  expired = (await server.newPatient()).token;
  server.clock.setOffset(0);
});
afterAll(() => server.close());

// Wrong keys are counted per address, so each request comes from its own.
let senderCount = 0;

async function send(call: Endpoint, headers: Record<string, string>) {
  senderCount += 1;
  const body = call.upload ? undefined : exampleBody(call, 1);
  const answer = await server.app.inject({
    method: call.method,
    url: examplePath(call),
    remoteAddress: `10.0.${senderCount >> 8}.${senderCount & 255}`,
    headers: { ...headers, ...(call.idempotency ? { "idempotency-key": newId() } : {}) },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  recordCallCoverage(call, answer.statusCode);
  return { status: answer.statusCode, code: (answer.json() as { code?: string }).code };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe.each(calls.filter(({ call }) => call.access.caller === "patient"))(
  "§7 $title is the patient's own",
  ({ call }) => {
    test("without a token: asked to log in", async () => {
      expect(await send(call, {})).toEqual({ status: 401, code: "need_auth" });
    });
    test("an expired token gets the answer for expired tokens", async () => {
      expect(await send(call, bearer(expired))).toEqual({ status: 401, code: "token_expired" });
    });
    test("a forged token is invalid", async () => {
      const now = Math.floor(server.clock.now().getTime() / 1000);
      const forged = await new SignJWT({ sid: newId() })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(patient.id)
        .setIssuedAt(now)
        .setExpirationTime(now + 600)
        .sign(new TextEncoder().encode("another key of thirty-two letters"));
      expect(await send(call, bearer(forged))).toEqual({ status: 401, code: "invalid_token" });
    });
    test("a signed-out session is refused at once", async () => {
      expect((await send(call, bearer(signedOut.token))).status).toBe(401);
    });
    test("the clinic's key gives no access", async () => {
      expect((await send(call, { "x-api-key": testApiKey })).status).toBe(401);
    });
  },
);

describe.each(calls.filter(({ call }) => call.access.caller === "clinic"))("§7 $title is the clinic's", ({ call }) => {
  test.each([
    ["without a key", {}],
    ["with a wrong key", { "x-api-key": "wrong-key-of-the-clinic-000000" }],
    ["with an empty key", { "x-api-key": "" }],
  ])("refused %s", async (_, headers) => {
    expect(await send(call, headers)).toEqual({ status: 401, code: "api_key_required" });
  });
  test("a patient's token gives no access", async () => {
    expect((await send(call, bearer(patient.token))).status).toBe(401);
  });
});

describe.each(calls.filter(({ call }) => call.access.caller === "staff"))(
  "decisions §11 $title is a person's own",
  ({ call }) => {
    test.each([
      ["without a session", {}],
      ["with a session that does not exist", { cookie: "staffSession=nobody" }],
      ["with an API key", { "x-api-key": testApiKey }],
      ["as a patient", { authorization: "Bearer x" }],
    ])("refused %s", async (_, headers) => {
      expect(await send(call, headers)).toEqual({ status: 401, code: "staff_session_ended" });
    });
  },
);

test("every call of the contract is in one of the tables", () => {
  const publicCalls = calls.filter(
    ({ call }) => call.access.caller === "public" || call.access.caller === "optional",
  ).length;
  const guardedCalls = calls.filter(({ call }) => ["patient", "clinic", "staff"].includes(call.access.caller)).length;
  expect(publicCalls + guardedCalls).toBe([...everyCall()].length);
  expect(guardedCalls).toBeGreaterThan(100);
});
