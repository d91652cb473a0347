import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { createSecrets } from "#server/platform/secrets.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { type KeyedRequest, once } from "./idempotency.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const request = (): KeyedRequest => ({
  owner: newId(),
  key: newId(),
  call: "followup.answer",
  body: { answer: "no" },
  touched: new Set(),
});
const answer = { status: 200, body: { message: "kept" } };

/** What is kept of a request. */
async function keptOf(asked: KeyedRequest, secrets = server.services.secrets): Promise<string> {
  await once({ ...server.services, secrets }, asked, () => Promise.resolve(answer));
  const { body_hash } = await server.services.db
    .deleteFrom("idempotency_key")
    .where("owner", "=", asked.owner)
    .where("key", "=", asked.key)
    .returning("body_hash")
    .executeTakeFirstOrThrow();
  return body_hash;
}

test("what is kept of a request to know it again cannot be guessed without the server's secret", async () => {
  const asked = request();
  const kept = await keptOf(asked);
  expect(await keptOf(asked)).toBe(kept);
  expect(await keptOf(asked, createSecrets("another key, also long enough for it"))).not.toBe(kept);
});

test("equal words of two patients, or of one told twice, do not show as equal", async () => {
  const asked = request();
  const kept = [asked, { ...asked, owner: newId() }, { ...asked, key: newId() }].map((each) => keptOf(each));
  expect(new Set(await Promise.all(kept)).size).toBe(3);
});

test("whom the work touched is known when its answer is given again", async () => {
  const [asked, patientId] = [request(), newId()];
  await once(server.services, asked, () => {
    asked.touched.add(patientId);
    return Promise.resolve(answer);
  });
  const again = { ...asked, touched: new Set<string>() };
  expect(await once(server.services, again, () => Promise.reject(new Error("It ran again")))).toEqual(answer);
  expect([...again.touched]).toEqual([patientId]);
});

test("the same request is answered as the first time, another body is refused", async () => {
  const asked = request();
  const ask = (body: unknown, again: unknown) =>
    once(server.services, { ...asked, body }, () => Promise.resolve({ ...answer, body: again }));
  expect(await ask(asked.body, "first")).toEqual(await ask(asked.body, "second"));
  await expect(ask({ answer: "yes" }, "third")).rejects.toMatchObject({ code: "idempotency_mismatch" });
});
