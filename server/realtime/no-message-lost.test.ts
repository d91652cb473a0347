import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { listen, postClinicMessage } from "#server/testing/test-sockets.ts";
import { openConversationClient } from "./testing/conversation-client.ts";

let server: TestServer;
let otherNodes: TestServer[] = [];
let nodeUrls: string[];
beforeAll(async () => {
  server = await startTestServer();
  // On a database server a second node shares it; an embedded database has one node.
  if (testDatabaseUrl() !== null) {
    const database = await openTestServer(server.database.pool?.options.connectionString ?? "");
    otherNodes = [await startTestServer({ database, log: pino({ level: "silent" }) })];
  }
  nodeUrls = await Promise.all([server, ...otherNodes].map(listen));
});
afterAll(async () => {
  for (const other of otherNodes) await other.close();
  await server.close();
});

const seqsUpTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const nodeUrl = (attempt: number) => nodeUrls[attempt % nodeUrls.length] ?? "";

/** A reproducible generator of numbers below one (mulberry32). */
function seededRandom(seed: number) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test("proof 4: on connect subscribe, then fetch, merge by id: whatever is written meanwhile is there once", async () => {
  const patient = await server.newPatient();
  const { conversationid } = await postClinicMessage(server, patient.id, "1");
  for (let round = 0; round < 10; round += 1) {
    const follower = openConversationClient(server, patient, conversationid);
    const first = round * 5 + 2;
    const writing = Promise.all(seqsUpTo(5).map((n) => postClinicMessage(server, patient.id, `${round} ${n}`)));
    await follower.connect(nodeUrl(round));
    await writing;
    await follower.waitUntilComplete(first + 4);
    expect(follower.received().map(({ seq }) => seq)).toEqual(seqsUpTo(first + 4));
    await follower.disconnect();
  }
});

/** A hundred drops each: a patient's browser may not reconnect more often in a minute. */
test.each([20, 21])(
  "proof 5: a gap is fetched, never guessed: dropped 100 times at random (%i), every message once, in order",
  async (seed) => {
    const patient = await server.newPatient();
    const { conversationid } = await postClinicMessage(server, patient.id, "1");
    const follower = openConversationClient(server, patient, conversationid);
    const random01 = seededRandom(seed);
    let last = 1;
    await follower.connect(nodeUrl(0));
    for (let drops = 1; drops <= 100; drops += 1) {
      if (random01() < 0.5) last = (await postClinicMessage(server, patient.id, "on")).seq;
      await follower.disconnect();
      if (random01() < 0.5) last = (await postClinicMessage(server, patient.id, "while away")).seq;
      await follower.connect(nodeUrl(drops));
    }
    last = (await postClinicMessage(server, patient.id, "the end")).seq;
    await follower.waitUntilComplete(last);
    expect(follower.received().map(({ seq }) => seq)).toEqual(seqsUpTo(last));
    expect(new Set(follower.received().map(({ id }) => id)).size).toBe(last);
    await follower.disconnect();
  },
);

test("proof 5: a message whose hint is lost is fetched when the next hint shows the gap", async () => {
  const patient = await server.newPatient();
  const { conversationid } = await postClinicMessage(server, patient.id, "1");
  const follower = openConversationClient(server, patient, conversationid);
  await follower.connect(nodeUrl(1));
  follower.dropNextHint();
  await postClinicMessage(server, patient.id, "2");
  await postClinicMessage(server, patient.id, "3");
  await follower.waitUntilComplete(3);
  expect(follower.received().map(({ seq, message }) => [seq, message])).toEqual([
    [1, "1"],
    [2, "2"],
    [3, "3"],
  ]);
  expect(follower.gapFetches()).toBe(1);
  await follower.disconnect();
});
