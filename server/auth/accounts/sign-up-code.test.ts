import { afterAll, beforeAll, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { isSignUpOpen } from "./sign-up.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({}, { INVITATION_CODES: "SPRING-1,SPRING-2" })));
afterAll(() => server.close());

const fresh = () => ({ email: `new-${newId()}@example.com`, password: "marigold at noon" });

test("§2.3 invitation code: without any configured, sign-up is open to everybody", () => {
  expect(isSignUpOpen({ invitationCodes: [] }, undefined)).toBe(true);
});

test("§2.3 invitation code: a known one allows sign-up, in any letter case", async () => {
  const { status, ok } = await server.call(auth.checkInvitation, { body: { code: " spring-2 " } });
  expect([status, ok.code]).toEqual([200, "spring-2"]);
  const { status: signedUp } = await server.call(auth.signUp, { body: { ...fresh(), invitationcode: ok.code } });
  expect(signedUp).toBe(201);
});

test("§2.3 invitation code: an unknown one is refused at the field", async () => {
  const { status, problem } = await server.call(auth.checkInvitation, { body: { code: "WINTER" } });
  expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "code"]);
});

test.each([undefined, "WINTER"])("§7 signup: refused with the code %s", async (invitationcode) => {
  const body = { ...fresh(), ...(invitationcode ? { invitationcode } : {}) };
  const { status, problem } = await server.call(auth.signUp, { body });
  expect([status, problem.code, problem.details?.fields?.[0]?.path]).toEqual([400, "bad_request", "invitationcode"]);
});
