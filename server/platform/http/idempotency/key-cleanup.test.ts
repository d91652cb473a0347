import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { newId } from "../../ids.ts";
import { deleteOldIdempotencyKeys } from "./key-cleanup.ts";
import { runIdempotent } from "./run-idempotent.ts";

const dayMs = 24 * 3_600_000;

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const answer = { status: 200, body: { message: "kept" } };
/** Answers a request some days ago; resolves to its key. */
async function answerDaysAgo(daysAgo: number): Promise<string> {
  const key = newId();
  server.clock.setOffset(-daysAgo * dayMs);
  await runIdempotent(
    server.services,
    { owner: newId(), key, call: "a call", body: {}, auditedPatients: new Set() },
    () => Promise.resolve(answer),
  );
  server.clock.setOffset(0);
  return key;
}
const storedKeys = async () =>
  (await server.services.db.selectFrom("idempotency_key").select("key").execute()).map(({ key }) => key);

test("§7 an answer is kept for a week, and deleted by the nightly job", async () => {
  const [oldKey, recentKey] = [await answerDaysAgo(7.1), await answerDaysAgo(6.9)];
  await server.jobs.handleSchedules();
  await server.jobs.drain();
  expect(await storedKeys()).toContain(recentKey);
  expect(await storedKeys()).not.toContain(oldKey);
});

test("§7 answers are deleted in batches, the oldest first", async () => {
  const [one, two, three] = [await answerDaysAgo(40), await answerDaysAgo(42), await answerDaysAgo(41)];
  const now = server.clock.now();
  expect(await deleteOldIdempotencyKeys(server.services.db, now, 2)).toBe(2);
  expect(await storedKeys()).toContain(one);
  expect(await storedKeys()).not.toContain(two);
  expect(await storedKeys()).not.toContain(three);
});
