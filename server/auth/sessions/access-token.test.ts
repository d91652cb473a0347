import { base64url, SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { issueAccessToken } from "./access-token.ts";

let server: TestServer;
let patient: TestPatient;
beforeAll(async () => {
  server = await sharedTestServer();
  patient = await server.newPatient();
});

const user = (headers: Record<string, string>) => server.call(account.user, {}, { headers });
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
const header = { alg: "HS256", typ: "at+jwt" };

/** Makes a token with a valid token's claims except for `changes`, signed with the server's own key by default. */
function forge(changes: object = {}, head: object = {}, key: Uint8Array = server.services.secrets.signingKey) {
  const claims = JSON.parse(JSON.stringify({ ...claimsOf(patient.token), ...changes }));
  return new SignJWT(claims).setProtectedHeader({ ...header, ...head }).sign(key);
}

test("tokens: the token the forgeries below are based on is valid", async () => {
  expect((await user({ authorization: `Bearer ${await forge()}` })).status).toBe(200);
});

test("tokens: one renewed within the same second is a different one", async () => {
  const { services } = server;
  const caller = { patientId: patient.id, sessionId: newId() };
  const now = new Date();
  const end = new Date(now.getTime() + 3_600_000);
  const renew = () => issueAccessToken({ ...services, clock: { now: () => now } }, caller, end);
  expect(new Set(await Promise.all([renew(), renew(), renew()]))).toHaveProperty("size", 3);
});

test("tokens: last a quarter of an hour from the second they are issued in, and never longer than their session", async () => {
  const now = new Date("2026-03-09T12:00:00.999Z");
  const second = Date.parse("2026-03-09T12:00:00Z") / 1000;
  const caller = { patientId: patient.id, sessionId: newId() };
  const claims = async (ends: string) =>
    claimsOf(await issueAccessToken({ ...server.services, clock: { now: () => now } }, caller, new Date(ends)));
  expect(await claims("2026-03-10T12:00:00Z")).toEqual({
    ...{ sub: patient.id, sid: caller.sessionId, jti: expect.any(String), iat: second, exp: second + 900 },
    ...{ iss: server.services.config.publicUrl, aud: "patient-api" },
  });
  expect(await claims("2026-03-09T12:05:00.999Z")).toMatchObject({ iat: second, exp: second + 300 });
});

test("§8 no token answers Need auth", async () => {
  const { status, problem } = await user({});
  expect([status, problem.code, problem.message]).toEqual([401, "need_auth", "Need auth"]);
});

const now = Math.floor(Date.now() / 1000);
const unsecured = () => new UnsecuredJWT(claimsOf(patient.token)).encode();
const tampered = () => {
  const [head, , signature] = patient.token.split(".");
  return [head, base64url.encode(JSON.stringify({ ...claimsOf(patient.token), sub: "other" })), signature].join(".");
};

test.each<[string, () => string | Promise<string>]>([
  ["no signature (alg none)", unsecured],
  ["alg none with a signature", () => unsecured() + patient.token.split(".")[2]],
  ["claims changed after signing", tampered],
  ["another key", () => forge({}, {}, new Uint8Array(32))],
  ["another key named by kid", () => forge({}, { kid: "../../dev/null" }, new Uint8Array(32))],
  ["another key offered by jku", () => forge({}, { jku: "https://evil.example/keys" }, new Uint8Array(32))],
  ["another key offered by jwk", () => forge({}, { jwk: { kty: "oct", k: "AAAA" } }, new Uint8Array(32))],
  ["another key offered by x5u", () => forge({}, { x5u: "https://evil.example/cert" }, new Uint8Array(32))],
  ["another algorithm of our key", () => forge({}, { alg: "HS512" }, new Uint8Array(64))],
  [
    "a critical header we do not know",
    () => `${base64url.encode(JSON.stringify({ ...header, crit: ["x"], x: 1 }))}.${patient.token.split(".")[1]}.AAAA`,
  ],
  ["a type of another purpose", () => forge({}, { typ: "recovery+jwt" })],
  ["no type", () => forge({}, { typ: undefined })],
  ["another issuer", () => forge({ iss: "https://evil.example" })],
  ["another audience", () => forge({ aud: "clinic" })],
  ["no session", () => forge({ sid: undefined })],
  ["a session that is no text", () => forge({ sid: 1 })],
  ["no subject", () => forge({ sub: undefined })],
  ["no end", () => forge({ exp: undefined })],
  ["no JWT", () => "abc"],
  ["an empty JWT", () => "../.."],
])("§8 a token with %s answers Invalid token", async (_, make) => {
  const { status, problem } = await user({ authorization: `Bearer ${await make()}` });
  expect([status, problem.code, problem.message]).toEqual([401, "invalid_token", "Invalid token"]);
});

test.each(["Bearer", "Bearer a b", "Basic YTpi", "bearer"])(
  "§8 the header “%s” answers Invalid token",
  async (authorization) => {
    expect((await user({ authorization })).problem.message).toBe("Invalid token");
  },
);

test("§8 an expired token answers that it has expired", async () => {
  const { status, problem } = await user({ authorization: `Bearer ${await forge({ exp: now - 1 })}` });
  expect([status, problem.code, problem.message]).toEqual([401, "token_expired", "The incoming token has expired"]);
});

test("tokens: an expired forgery is invalid, not expired", async () => {
  const token = await forge({ exp: now - 1 }, {}, new Uint8Array(32));
  expect((await user({ authorization: `Bearer ${token}` })).problem.code).toBe("invalid_token");
});
