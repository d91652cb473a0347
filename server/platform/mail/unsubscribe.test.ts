import { afterAll, beforeAll, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { invitationOptOutToken, invitedEmailDigest } from "#server/growth/referral/opt-out-token.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { type MailList, unsubscribeUrl } from "./unsubscribe.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const oneClick = "List-Unsubscribe=One-Click";
const form = { "content-type": "application/x-www-form-urlencoded" };
const pathOf = (list: MailList, id: string) => new URL(unsubscribeUrl(server.services, list, id)).pathname;
const post = (url: string, payload = oneClick, headers: Record<string, string> = form) =>
  server.app.inject({ method: "POST", url, payload, headers });

test("whoever only opens the address of a mail's header is led to a page, and nothing changes", async () => {
  const { id, token } = await server.newPatient();
  for (const list of ["messages", "updates"] as const)
    for (const method of ["GET", "HEAD"] as const) {
      const { statusCode, headers } = await server.app.inject({ method, url: pathOf(list, id) });
      expect([statusCode, headers.location]).toEqual([303, "/account-settings/emails"]);
    }
  expect((await server.call(notifications.preferences, {}, { token })).ok).toEqual({ messages: true, updates: true });
});

test("a mail program's press ends these mails and no others, without a session, however often", async () => {
  const { id, token } = await server.newPatient();
  const preferences = async () => (await server.call(notifications.preferences, {}, { token })).ok;
  for (let press = 0; press < 2; press += 1) expect((await post(pathOf("updates", id))).statusCode).toBe(200);
  expect(await preferences()).toEqual({ messages: true, updates: false });
  const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  const inParts = { "content-type": "multipart/form-data; boundary=x" };
  expect((await post(pathOf("messages", id), parts, inParts)).statusCode).toBe(200);
  expect(await preferences()).toEqual({ messages: false, updates: false });
});

test("an address of another person or list, and a post that asks for nothing, change nothing", async () => {
  const [mine, other] = [await server.newPatient(), await server.newPatient()];
  const mac = pathOf("updates", mine.id).split("/").at(-1);
  for (const url of [
    `/api/unsubscribe/updates/${other.id}/${mac}`,
    `/api/unsubscribe/messages/${mine.id}/${mac}`,
    `/api/unsubscribe/updates/${mine.id}/x`,
    `/api/unsubscribe/toString/${mine.id}/${mac}`,
  ])
    expect((await post(url)).statusCode).toBe(400);
  expect((await post(pathOf("updates", mine.id), "")).statusCode).toBe(400);
  for (const { token } of [mine, other])
    expect((await server.call(notifications.preferences, {}, { token })).ok).toEqual({ messages: true, updates: true });
});

test("a friend who was invited is left alone by a press, and not by a look", async () => {
  const { services } = server;
  const email = "friend@example.com";
  const token = invitationOptOutToken(services.secrets, email);
  const optedOut = () =>
    services.db
      .selectFrom("invitation_opt_out")
      .select("email_digest")
      .where("email_digest", "=", invitedEmailDigest(services.secrets, email))
      .execute();
  const { headers } = await server.app.inject({ url: pathOf("invitations", token) });
  expect(headers.location).toBe(`/no-more-invitations#${token}`);
  expect(await optedOut()).toEqual([]);
  expect((await post(pathOf("invitations", token))).statusCode).toBe(200);
  expect(await optedOut()).toHaveLength(1);
});
