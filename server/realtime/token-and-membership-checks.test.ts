import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage } from "#server/testing/test-sockets.ts";

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await listen(server);
});
afterAll(() => server.close());

test("proof 8: the end of a token closes the socket: by expiry, by signing out, by a new password", async () => {
  const patient = await server.newPatient();
  const { email, password } = patient;
  const signInAgain = async (secret = password) =>
    (await server.call(auth.signIn, { body: { email, password: secret } })).ok.idToken;
  const tokenForPasswordChange = await signInAgain();
  const sockets = [await connect(url, patient.token), await connect(url, tokenForPasswordChange)];
  await server.call(
    auth.signOut,
    { body: {} },
    { token: patient.token, cookies: { refreshToken: patient.refreshToken } },
  );
  await sockets[0]?.ended;
  expect(sockets[0]?.received("token_expired")).toHaveLength(1);
  const other = await connect(url, await signInAgain());
  await server.call(
    auth.changePassword,
    { body: { password, newpassword: "chamomile at dusk" } },
    { token: tokenForPasswordChange },
  );
  await other.ended;
  expect(other.received("token_expired")).toHaveLength(1);
  const last = await connect(url, await signInAgain("chamomile at dusk"));
  server.clock.advance(15 * 60_000);
  await last.ended;
  expect(last.received("token_expired")).toHaveLength(1);
  server.clock.setOffset(0);
  for (const socket of sockets) socket.close();
});

test("proof 8: membership is read again at every fan-out: a change recorded for the wrong patient reveals nothing to them", async () => {
  const [patient, stranger] = [await server.newPatient(), await server.newPatient()];
  const message = await postClinicMessage(server, patient.id, "For her alone");
  const { db } = server.services;
  const { id: notificationId } = await db
    .selectFrom("notification")
    .select("id")
    .where("patient_id", "=", patient.id)
    .executeTakeFirstOrThrow();
  const socket = await connect(url, stranger.token);
  const recordChangeForStranger = async (topic: string, object: string) => {
    const next = await db
      .selectFrom("change_feed")
      .select("last_seq")
      .where("patient_id", "=", stranger.id)
      .executeTakeFirstOrThrow();
    const seq = next.last_seq + 1;
    await db.insertInto("change_event").values({ patient_id: stranger.id, seq, topic, object_id: object }).execute();
    await db.updateTable("change_feed").set({ last_seq: seq }).where("patient_id", "=", stranger.id).execute();
  };
  await recordChangeForStranger("message", message.id);
  await recordChangeForStranger("notification", notificationId);
  await server.call(account.updatePharmacy, { body: { pharmacy: "Her own" } }, { token: stranger.token });
  await socket.waitFor("changes", ({ items }) => items.some(({ topic }) => topic === "user"));
  expect(new Set(socket.allReceived().map(({ name }) => name))).toEqual(new Set(["changes"]));
  socket.close();
});

test("proof 8: membership is checked at every join: the session is read, not only the token", async () => {
  const { token, id } = await server.newPatient();
  (await connect(url, token)).close();
  const { db, clock } = server.services;
  await db.updateTable("session").set({ expires_at: clock.now() }).where("patient_id", "=", id).execute();
  await expect(connect(url, token)).rejects.toMatchObject({
    message: "Invalid token",
    data: { code: "invalid_token" },
  });
});
