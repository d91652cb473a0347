import { beforeAll, expect, test } from "vitest";
import { treatment } from "#contract/treatment.ts";
import { newId } from "#server/platform/ids.ts";
import { createSecrets } from "#server/platform/secrets.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { type KeyedRequest, once } from "./idempotency.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const request = (): KeyedRequest & { readonly key: string } => ({
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

test("a key means one call on one object: another call with it is refused and does nothing", async () => {
  const asked = request();
  await once(server.services, asked, () => Promise.resolve(answer));
  for (const call of ["followup.claim", "followup.answer /api/followup/another/1"]) {
    const other = once(server.services, { ...asked, call }, () => Promise.reject(new Error("It ran")));
    await expect(other).rejects.toMatchObject({ code: "idempotency_mismatch" });
  }
});

test("a key used for one object is refused for another of the same patient", async () => {
  const { token } = await server.newPatient();
  const key = "one-press-one-key";
  const asked = (id: string) => server.call(treatment.skip, { params: { id }, body: {} }, { token, key });
  const first = await asked(newId());
  expect([first.status, first.problem.code]).toEqual([404, "not_found"]);
  const other = await asked(newId());
  expect([other.status, other.problem.code]).toEqual([422, "idempotency_mismatch"]);
});

test("the same request is answered as the first time, another body is refused", async () => {
  const asked = request();
  const ask = (body: unknown, again: unknown) =>
    once(server.services, { ...asked, body }, () => Promise.resolve({ ...answer, body: again }));
  expect(await ask(asked.body, "first")).toEqual(await ask(asked.body, "second"));
  await expect(ask({ answer: "yes" }, "third")).rejects.toMatchObject({ code: "idempotency_mismatch" });
});

test.each([
  ["another call", { call: "treatment.skip /api/transact/prescriptionorder/1/skip" }],
  ["another object", { call: "followup.answer /api/followup/2" }],
])("a key that was used for %s is refused", async (_, other) => {
  const asked = request();
  await once(server.services, asked, () => Promise.resolve(answer));
  await expect(once(server.services, { ...asked, ...other }, () => Promise.resolve(answer))).rejects.toMatchObject({
    code: "idempotency_mismatch",
  });
});

test.each([
  ["call", { call: "treatment.skip /api/transact/prescriptionorder/1/skip" }],
  ["object", { call: "followup.answer /api/followup/2" }],
  ["body", { body: { answer: "yes" } }],
  ["patient", { owner: newId() }],
])("without a key, another %s is another press", async (_, other) => {
  const asked = { ...request(), key: null };
  const press = (pressed: KeyedRequest) =>
    once(server.services, pressed, (_db, key) => Promise.resolve({ status: 200, body: key }));
  const first = await press(asked);
  expect(await press(asked)).toEqual(first);
  expect(await press({ ...asked, ...other })).not.toEqual(first);
});
