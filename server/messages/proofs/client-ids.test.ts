import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { photoWithPlace } from "#server/gates/hostile-files.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { attach, messageOf, say, talking, type Talking, tell, wholeThread } from "../testing/talk.ts";

const yearMs = 365 * 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const both = [
  ["hers", (her: Talking, body: { message: string; clientid: string }) => say(server, her, her.doctor, body)],
  ["the practice's", (her: Talking, body: { message: string; clientid: string }) => tell(server, her.doctor, body)],
] as const;

test.each(both)("proof 2: 50 parallel sends with one client id of %s are one message", async (_, send) => {
  const her = await talking(server);
  const body = { message: "Only once", clientid: newId() };
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(her, body)));
  expect(new Set(answers.map(({ status, ok }) => `${status} ${ok.id} ${ok.seq}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await wholeThread(server, her, her.doctor)).toEqual(answers.slice(0, 1).map(({ ok }) => messageOf(ok)));
});

test.each(both)(
  "proof 2: a client id of %s is good for ever, long after the idempotency key is gone",
  async (_, send) => {
    const her = await talking(server);
    const body = { message: "Only once", clientid: newId() };
    const { ok } = await send(her, body);
    await server.services.db.deleteFrom("idempotency_key").execute();
    server.clock.advance(yearMs);
    const again = await send(her, body);
    server.clock.moveTo(0);
    expect([again.status, again.ok]).toEqual([201, ok]);
  },
);

test("proof 2: without a client id the idempotency key is one, and stays it when its answer is gone", async () => {
  const her = await talking(server);
  const key = newId();
  const send = () => say(server, her, her.doctor, { message: "Only once" }, { key });
  const { ok } = await send();
  await server.services.db.deleteFrom("idempotency_key").execute();
  const again = await send();
  expect([again.status, again.ok, ok.clientid]).toEqual([201, ok, key]);
});

test("proof 2: with another text, or in another conversation, a client id is refused", async () => {
  const her = await talking(server);
  const clientid = newId();
  await say(server, her, her.doctor, { message: "One", clientid });
  for (const attempt of [
    say(server, her, her.doctor, { message: "Another", clientid }),
    say(server, her, her.services, { message: "One", clientid }),
  ]) {
    const { status, problem } = await attempt;
    expect([status, problem.code]).toEqual([422, "idempotency_mismatch"]);
  }
  expect(await wholeThread(server, her, her.doctor)).toHaveLength(1);
  expect(await wholeThread(server, her, her.services)).toEqual([]);
});

test("proof 2: with another file a client id is refused; with the same one it is the message it made", async () => {
  const her = await talking(server);
  const photo = await photoWithPlace();
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const clientid = newId();
  const { ok } = await attach(server, her, her.doctor, photo, { clientid });
  const { status, problem } = await attach(server, her, her.doctor, { ...photo, bytes }, { clientid });
  expect([status, problem.code]).toEqual([422, "idempotency_mismatch"]);
  expect((await attach(server, her, her.doctor, photo, { clientid })).ok).toEqual(ok);
  expect(await wholeThread(server, her, her.doctor)).toEqual([messageOf(ok)]);
});

test("proof 2: two authors may use the same one", async () => {
  const [one, other] = [await talking(server), await talking(server)];
  const clientid = newId();
  const sent = await Promise.all([
    say(server, one, one.doctor, { message: "Hi", clientid }),
    say(server, other, other.doctor, { message: "Hi", clientid }),
    tell(server, one.doctor, { message: "Hi", clientid }),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(sent.map(({ ok }) => ok.id)).size).toBe(3);
});
