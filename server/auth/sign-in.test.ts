import { beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

test("§7 signin: e-mail in any letter case and password start a session", async () => {
  const { email, password, id } = await server.newPatient();
  const body = { email: email.toUpperCase(), password, role: "PATIENT" } as const;
  const { status, ok, headers } = await server.call(auth.signIn, { body });
  expect(status).toBe(200);
  expect(ok).toEqual({
    message: "success",
    idToken: expect.any(String),
    userid: id,
    onboardingstatus: "PENDING",
    onetimetoken: expect.any(String),
  });
  expect([headers["set-cookie"]].flat()).toEqual([
    expect.stringMatching(/^device=[\w.-]{80}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^refreshToken=[\w-]{43}; Max-Age=604800; Path=\/api; HttpOnly; SameSite=Strict$/),
  ]);
  expect((await server.call(account.user, {}, { token: ok.idToken })).ok.email).toBe(email);
});

test("§3 the token carries sub, sid and an exp 15 minutes ahead, and no personal data", async () => {
  const { token, id } = await server.newPatient();
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "jti", "sid", "sub"]);
  expect(claims.sub).toBe(id);
  expect(claims.exp - claims.iat).toBe(15 * 60);
});

test("§7 signin: known and unknown e-mail are refused alike", async () => {
  const { email } = await server.newPatient();
  const answers = await Promise.all(
    [email, `nobody-${newId()}@example.com`].map((each) =>
      server.call(auth.signIn, { body: { email: each, password: "not her password" } }),
    ),
  );
  for (const { status, problem, headers } of answers) {
    expect(status).toBe(401);
    expect(problem).toEqual({ code: "wrong_credentials", message: expect.stringContaining("don't match") });
    expect(headers["set-cookie"]).toBeUndefined();
  }
});

test.each([
  ["no e-mail", { password: "x" }, "email"],
  ["no password", { email: "a@example.com", password: "" }, "password"],
  ["another role", { email: "a@example.com", password: "x", role: "DOCTOR" }, "role"],
])("§5 signin: %s is reported at its field", async (_, body, path) => {
  const { status, problem } = await server.call(auth.signIn, { body: body as never });
  expect(status).toBe(400);
  expect(problem.details?.fields?.map((field) => field.path)).toEqual([path]);
});
