import { beforeAll, expect, test } from "vitest";
import { treatment } from "#contract/treatment/calls.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { createSecrets } from "../../crypto/secrets.ts";
import { newId } from "../../ids.ts";
import { type IdempotentRequest, runIdempotent } from "./run-idempotent.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const request = (): IdempotentRequest & { readonly key: string } => ({
  owner: newId(),
  key: newId(),
  call: "followup.answer",
  body: { answer: "no" },
  auditedPatients: new Set(),
});
const answer = { status: 200, body: { message: "kept" } };

/** The stored hash of a request. */
async function storedHashOf(idempotentRequest: IdempotentRequest, secrets = server.services.secrets): Promise<string> {
  await runIdempotent({ ...server.services, secrets }, idempotentRequest, () => Promise.resolve(answer));
  const { body_hash } = await server.services.db
    .deleteFrom("idempotency_key")
    .where("owner", "=", idempotentRequest.owner)
    .where("key", "=", idempotentRequest.key)
    .returning("body_hash")
    .executeTakeFirstOrThrow();
  return body_hash;
}

test("what is stored to recognize a request cannot be guessed without the server's secret", async () => {
  const idempotentRequest = request();
  const stored = await storedHashOf(idempotentRequest);
  expect(await storedHashOf(idempotentRequest)).toBe(stored);
  expect(await storedHashOf(idempotentRequest, createSecrets("another key, also long enough for it"))).not.toBe(stored);
});

test("equal content of two patients, or sent twice by one, has different hashes", async () => {
  const idempotentRequest = request();
  const stored = [
    idempotentRequest,
    { ...idempotentRequest, owner: newId() },
    { ...idempotentRequest, key: newId() },
  ].map((each) => storedHashOf(each));
  expect(new Set(await Promise.all(stored)).size).toBe(3);
});

test("patients the work touched are known when its answer is replayed", async () => {
  const [idempotentRequest, patientId] = [request(), newId()];
  await runIdempotent(server.services, idempotentRequest, () => {
    idempotentRequest.auditedPatients.add(patientId);
    return Promise.resolve(answer);
  });
  const again = { ...idempotentRequest, auditedPatients: new Set<string>() };
  expect(await runIdempotent(server.services, again, () => Promise.reject(new Error("It ran again")))).toEqual(answer);
  expect([...again.auditedPatients]).toEqual([patientId]);
});

test("a key means one call on one object: another call with it is refused and does nothing", async () => {
  const idempotentRequest = request();
  await runIdempotent(server.services, idempotentRequest, () => Promise.resolve(answer));
  for (const call of ["followup.claim", "followup.answer /api/followup/another/1"]) {
    const other = runIdempotent(server.services, { ...idempotentRequest, call }, () =>
      Promise.reject(new Error("It ran")),
    );
    await expect(other).rejects.toMatchObject({ code: "idempotency_mismatch" });
  }
});

test("a key used for one object is refused for another of the same patient", async () => {
  const { token } = await server.newPatient();
  const key = "one-press-one-key";
  const idempotentRequest = (id: string) => server.call(treatment.skip, { params: { id }, body: {} }, { token, key });
  const first = await idempotentRequest(newId());
  expect([first.status, first.problem.code]).toEqual([404, "not_found"]);
  const other = await idempotentRequest(newId());
  expect([other.status, other.problem.code]).toEqual([422, "idempotency_mismatch"]);
});

test("the same request gets the first answer, another body is refused", async () => {
  const idempotentRequest = request();
  const ask = (body: unknown, again: unknown) =>
    runIdempotent(server.services, { ...idempotentRequest, body }, () => Promise.resolve({ ...answer, body: again }));
  expect(await ask(idempotentRequest.body, "first")).toEqual(await ask(idempotentRequest.body, "second"));
  await expect(ask({ answer: "yes" }, "third")).rejects.toMatchObject({ code: "idempotency_mismatch" });
});

test.each([
  ["another call", { call: "treatment.skip /api/transact/prescriptionorder/1/skip" }],
  ["another object", { call: "followup.answer /api/followup/2" }],
])("a key that was used for %s is refused", async (_, other) => {
  const idempotentRequest = request();
  await runIdempotent(server.services, idempotentRequest, () => Promise.resolve(answer));
  await expect(
    runIdempotent(server.services, { ...idempotentRequest, ...other }, () => Promise.resolve(answer)),
  ).rejects.toMatchObject({
    code: "idempotency_mismatch",
  });
});

test.each([
  ["call", { call: "treatment.skip /api/transact/prescriptionorder/1/skip" }],
  ["object", { call: "followup.answer /api/followup/2" }],
  ["body", { body: { answer: "yes" } }],
  ["patient", { owner: newId() }],
])("without a key, another %s is another request", async (_, other) => {
  const idempotentRequest = { ...request(), key: null };
  const repeatRequest = (repeated: IdempotentRequest) =>
    runIdempotent(server.services, repeated, (_db, key) => Promise.resolve({ status: 200, body: key }));
  const first = await repeatRequest(idempotentRequest);
  expect(await repeatRequest(idempotentRequest)).toEqual(first);
  expect(await repeatRequest({ ...idempotentRequest, ...other })).not.toEqual(first);
});
