import { afterAll, beforeAll, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { messages } from "#contract/messages.ts";
import { photoWithPlace, type SentFile } from "#server/gates/hostile-files.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { attach, messageOf, readFile, talking, wholeThread } from "../testing/talk.ts";

const stored = new Map<string, Uint8Array>();
/** Resolves before bytes are kept, once somebody lets it. */
let held: Promise<void> | null = null;
let keeping: () => void = () => undefined;
const files: FileStore = {
  async put(key, bytes) {
    keeping();
    await held;
    stored.set(key, bytes);
  },
  get: async (key) => stored.get(key),
  remove: async (key) => void stored.delete(key),
};

let server: TestServer;
let photo: SentFile;
beforeAll(async () => {
  server = await startTestServer({ files });
  photo = await photoWithPlace();
});
afterAll(() => server.close());

test("proof 9: until a file is checked and kept there is no message of it", async () => {
  const her = await talking(server);
  const release = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  [held, keeping] = [release.promise, begun.resolve];
  const sending = attach(server, her, her.doctor, photo);
  await begun.promise;
  expect(await wholeThread(server, her, her.doctor)).toEqual([]);
  release.resolve();
  const { ok } = await sending;
  held = null;
  expect(await wholeThread(server, her, her.doctor)).toEqual([messageOf(ok)]);
});

test("proof 9: a file that does not pass the check never becomes a message", async () => {
  const her = await talking(server);
  const { status } = await attach(server, her, her.doctor, { ...photo, bytes: photo.bytes.subarray(0, 300) });
  expect(status).toBe(422);
  expect(await wholeThread(server, her, her.doctor)).toEqual([]);
});

test("proof 9: each download is authorized anew: members only, while they are logged in, and each leaves a row", async () => {
  const [her, other] = [await talking(server), await talking(server)];
  const file = (await attach(server, her, her.doctor, photo)).ok.attachment?.id ?? "";
  const params = { id: her.doctor, attachmentid: file };
  const statuses = [
    (await readFile(server, her, her.doctor, file)).status,
    (await readFile(server, other, her.doctor, file)).status,
    (await readFile(server, other, other.doctor, file)).status,
    (await server.call(messages.attachment, { params })).status,
    (await server.call(messages.attachment, { params }, { token: "forged" })).status,
  ];
  await server.call(auth.signOut, { body: {} }, { token: her.token, cookies: { refreshToken: her.refreshToken } });
  statuses.push((await server.call(messages.attachment, { params }, { token: her.token })).status);
  expect(statuses).toEqual([200, 404, 404, 401, 401, 401]);
  const rows = await server.services.db
    .selectFrom("audit_event")
    .select(["actor", "status"])
    .where("call", "=", "messages.attachment")
    .where("actor", "!=", "anonymous")
    .orderBy("at")
    .execute();
  expect(rows).toEqual([
    { actor: `patient:${her.id}`, status: 200 },
    { actor: `patient:${other.id}`, status: 404 },
    { actor: `patient:${other.id}`, status: 404 },
  ]);
});
