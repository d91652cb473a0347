import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { forgetAnswers } from "./forget-answers.ts";
import { once } from "./idempotency.ts";

const dayMs = 24 * 3_600_000;

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const answer = { status: 200, body: { message: "kept" } };
/** A request that was answered some days ago; resolves to its key. */
async function answered(daysAgo: number): Promise<string> {
  const key = newId();
  server.clock.moveTo(-daysAgo * dayMs);
  await once(server.services, { owner: newId(), key, call: "a call", body: {}, touched: new Set() }, () =>
    Promise.resolve(answer),
  );
  server.clock.moveTo(0);
  return key;
}
const kept = async () =>
  (await server.services.db.selectFrom("idempotency_key").select("key").execute()).map(({ key }) => key);

test("§7 an answer is kept for a week, and forgotten by the nightly job", async () => {
  const [old, young] = [await answered(7.1), await answered(6.9)];
  await server.jobs.wake();
  await server.jobs.drain();
  expect(await kept()).toContain(young);
  expect(await kept()).not.toContain(old);
});

test("§7 answers are forgotten in batches, the oldest first", async () => {
  const [one, two, three] = [await answered(40), await answered(42), await answered(41)];
  const now = server.clock.now();
  expect(await forgetAnswers(server.services.db, now, 2)).toBe(2);
  expect(await kept()).toContain(one);
  expect(await kept()).not.toContain(two);
  expect(await kept()).not.toContain(three);
});
