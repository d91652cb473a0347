import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage } from "#server/testing/test-sockets.ts";
import { openTestDatabase, openTestServer, testDatabaseUrl } from "../database/testing/test-databases.ts";

const minute = 60_000;
const log = pino({ level: "silent" });
let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await listen(server);
});
afterAll(() => server.close());

const renewToken = async ({ refreshToken }: TestPatient) =>
  (await server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken } })).ok.idToken;
const signOut = (from: TestServer, { token, refreshToken }: TestPatient) =>
  from.call(auth.signOut, { body: {} }, { token, cookies: { refreshToken } });

test("§8 token_expired: the socket ends when its token does", async () => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  server.clock.advance(15 * minute);
  expect(await socket.waitFor("token_expired")).toEqual({ message: "The incoming token has expired" });
  expect(await socket.ended).toBe("io server disconnect");
  server.clock.setOffset(0);
});

test("events after a token has expired are not sent, however soon they happen", async () => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  server.clock.advance(15 * minute);
  await postClinicMessage(server, patient.id, "For her next sign-in");
  await socket.ended;
  expect(socket.allReceived().map(({ name }) => name)).toEqual(["token_expired"]);
  server.clock.setOffset(0);
});

test("a renewed token continues the connection without a gap", async () => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  server.clock.advance(14 * minute);
  const token = await renewToken(patient);
  socket.socket.emit("token", { token });
  // Events are answered in order: the renewal is done when this one is refused.
  socket.socket.emit("token", { token: "not a token" });
  await socket.waitFor("request_error");
  server.clock.advance(10 * minute);
  await server.call(account.updatePharmacy, { body: { pharmacy: "Still here" } }, { token });
  await socket.waitFor("changes", ({ items }) => items.some(({ topic }) => topic === "user"));
  expect(socket.received("token_expired")).toEqual([]);
  server.clock.advance(5 * minute);
  expect(await socket.ended).toBe("io server disconnect");
  server.clock.setOffset(0);
});

test.each([
  ["of another patient", async () => (await server.newPatient()).token],
  [
    "of another of the patient's sessions",
    async ({ email, password }: TestPatient) =>
      (await server.call(auth.signIn, { body: { email, password } })).ok.idToken,
  ],
])("a renewal with a token %s is refused and ends the socket", async (_, other) => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  socket.socket.emit("token", { token: await other(patient) });
  expect(await socket.waitFor("request_error")).toMatchObject({ code: "forbidden" });
  expect(await socket.ended).toBe("io server disconnect");
});

test.each([
  ["nothing", undefined, "bad_request"],
  ["a text", "abc", "bad_request"],
  ["too much", { token: "x".repeat(5000) }, "bad_request"],
  ["a forged token", { token: "a.b.c" }, "invalid_token"],
])("a renewal with %s is refused; the socket stays open", async (_, body, code) => {
  const patient = await server.newPatient();
  const socket = await connect(url, patient.token);
  socket.socket.emit("token", body);
  expect(await socket.waitFor("request_error")).toMatchObject({ code });
  await server.call(account.updatePharmacy, { body: { pharmacy: "Still here" } }, { token: patient.token });
  await socket.waitFor("changes", ({ items }) => items.some(({ topic }) => topic === "user"));
  socket.close();
});

test("§7 signout cuts the sockets of the session at once, and no other", async () => {
  const patient = await server.newPatient();
  const { ok } = await server.call(auth.signIn, { body: { email: patient.email, password: patient.password } });
  const [closedSockets, openSockets] = [await connect(url, patient.token), await connect(url, ok.idToken)];
  await signOut(server, patient);
  await closedSockets.waitFor("token_expired");
  await closedSockets.ended;
  expect(openSockets.socket.connected).toBe(true);
  openSockets.close();
});

test("§7 globalsignout cuts every socket of the patient", async () => {
  const patient = await server.newPatient();
  const { ok } = await server.call(auth.signIn, { body: { email: patient.email, password: patient.password } });
  const sockets = [await connect(url, patient.token), await connect(url, ok.idToken)];
  await server.call(auth.globalSignOut, { body: {} }, { token: patient.token });
  for (const socket of sockets) {
    await socket.waitFor("token_expired");
    await socket.ended;
  }
});

test("a server stop closes its sockets, and the browser may reconnect", async () => {
  const closing = await startTestServer();
  const { token } = await closing.newPatient();
  const socket = await connect(await listen(closing), token);
  await closing.close();
  expect(await socket.ended).toBe("transport close");
});

describe("two nodes", () => {
  if (testDatabaseUrl() === null)
    test("the embedded database has one node; two are tested on a server", async () => {
      const database = await openTestDatabase();
      expect(database.pool).toBeNull();
      await database.close();
    });
  else
    test("a session ended on one node is cut on the other at once", async () => {
      const one = await startTestServer();
      const database = await openTestServer(one.database.pool?.options.connectionString ?? "");
      const two = await startTestServer({ database, log });
      const patient = await one.newPatient();
      const socket = await connect(await listen(two), patient.token);
      await two.call(account.updatePharmacy, { body: { pharmacy: "By the other node" } }, { token: patient.token });
      await socket.waitFor("changes");
      await signOut(one, patient);
      await socket.waitFor("token_expired");
      await socket.ended;
      await two.close();
      await one.close();
    });
});
