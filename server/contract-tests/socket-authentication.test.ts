import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { socketEvents, type SocketEvents } from "#contract/realtime.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage, type TestSocket } from "#server/testing/test-sockets.ts";

type Name = keyof SocketEvents;

let server: TestServer;
let url: string;
let patient: TestPatient;
let expired: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await listen(server);
  server.clock.advance(-3_600_000);
  expired = (await server.newPatient()).token;
  server.clock.setOffset(0);
  patient = await server.newPatient();
});
afterAll(() => server.close());

/** What makes the server send each event to a patient with a socket. */
const triggers: Record<Name, (recipient: TestPatient, recipientSocket: TestSocket) => Promise<unknown>> = {
  message: ({ id }) => postClinicMessage(server, id, "A word from the doctor"),
  "admin_chat:message": ({ id }) => postClinicMessage(server, id, "A word from patient services", "patient_services"),
  notification: ({ id }) => postClinicMessage(server, id, "A word that rings"),
  changes: ({ token }) => server.call(account.updatePharmacy, { body: { pharmacy: "Corner Pharmacy" } }, { token }),
  token_expired: ({ token, refreshToken }) =>
    server.call(auth.signOut, { body: {} }, { token, cookies: { refreshToken } }),
  request_error: async (_, { socket }) => socket.emit("shout", "hello"),
};

async function forged() {
  const now = Math.floor(server.clock.now().getTime() / 1000);
  return new SignJWT({ sid: newId() })
    .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
    .setSubject(patient.id)
    .setIssuer(server.services.config.publicUrl)
    .setAudience("patient-api")
    .setIssuedAt(now)
    .setExpirationTime(now + 600)
    .sign(new TextEncoder().encode("another key of thirty-two letters"));
}

async function signedOut() {
  const { token, refreshToken } = await server.newPatient();
  await server.call(auth.signOut, { body: {} }, { token, cookies: { refreshToken } });
  return token;
}

const refusedTokens: [string, () => Promise<unknown>, string][] = [
  ["without a token", async () => undefined, "invalid_token"],
  ["with a token that is no text", async () => ({ toString: "x" }), "invalid_token"],
  ["with a token of 5 kB", async () => "x".repeat(5000), "invalid_token"],
  ["with a forged token", forged, "invalid_token"],
  ["with an expired token", async () => expired, "token_expired"],
  ["with the token of a session that has ended", signedOut, "invalid_token"],
];

test.each(refusedTokens)("§8 no socket %s: Invalid token, and nothing is ever sent", async (_, token, code) => {
  await expect(connect(url, await token())).rejects.toMatchObject({ message: "Invalid token", data: { code } });
});

describe.each(Object.keys(socketEvents) as Name[])("§7 the event %s", (name) => {
  test("reaches the patient it is about, and no other", async () => {
    const [recipient, otherPatient] = [await server.newPatient(), await server.newPatient()];
    const [recipientSocket, otherSocket] = [
      await connect(url, recipient.token),
      await connect(url, otherPatient.token),
    ];
    await triggers[name](recipient, recipientSocket);
    const body = await recipientSocket.waitFor(name);
    expect(socketEvents[name].parse(body)).toEqual(body);
    // An event for the other patient, sent after anything they could have received wrongly.
    await server.call(account.updatePharmacy, { body: { pharmacy: "Of her own" } }, { token: otherPatient.token });
    await otherSocket.waitFor("changes", ({ items }) =>
      items.some(({ topic, id }) => topic === "user" && id === otherPatient.id),
    );
    expect(JSON.stringify(otherSocket.allReceived())).not.toContain(recipient.id);
    expect(otherSocket.allReceived().filter((event) => event.name !== "changes")).toEqual([]);
    recipientSocket.close();
    otherSocket.close();
  });
});
