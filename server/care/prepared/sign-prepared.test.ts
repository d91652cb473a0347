import { beforeAll, expect, test } from "vitest";
import type { PreparedDecision } from "#contract/care/prepared.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { atOnce, openTask, taskById } from "#server/tasks/public.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { signPrepared } from "./sign-prepared.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
const prepared = async (decision: PreparedDecision, refId: string, actor = "key:nurse") => {
  const { id: patientId } = await server.newPatient();
  return inTransaction(server.services, (tx) =>
    openTask(tx, {
      ...{
        kind: "prepared",
        patientId,
        orderId: null,
        conversationId: null,
        actor,
        words: "",
        holds: false,
      },
      ...{ asker: { role: "nurse", memberId: null }, asked: { role: "physician", memberId: null } },
      days: atOnce({ today: "2020-01-01", now: new Date(Date.UTC(2020, 0, 1)) }),
      prepared: { decision, refId, revision: "1", fields: [] },
    }),
  );
};
const sign = (preparedId: string | undefined, decision: PreparedDecision, refId: string, actor = "key:doctor") => {
  const clinic = { actor } as never;
  return signPrepared({ ...server.services, ...refusesAny, clinic }, { preparedId, decision, refId });
};
const endedOf = async (id: string) => (await taskById(server.services.db, id))?.outcome;

test("a decision signs what was prepared of it: the same decision, about the same thing, once", async () => {
  const [ref, otherRef] = [newId(), newId()];
  const [own, other] = [await prepared("renewal_approved", ref), await prepared("renewal_approved", otherRef)];
  const wrong = [
    [other, "renewal_approved"],
    [own, "renewal_declined"],
    [newId(), "renewal_approved"],
  ] as const;
  for (const [id, decision] of wrong)
    await expect(sign(id, decision, ref)).rejects.toMatchObject({
      ...{ code: "bad_request", options: { fields: [{ path: "preparedid" }] } },
    });
  expect([await endedOf(own), await endedOf(other)]).toEqual([null, null]);
  expect(await sign(own, "renewal_approved", ref)).toEqual(expect.any(String));
  expect([await endedOf(own), await endedOf(other)]).toEqual(["signed", null]);
  await expect(sign(own, "renewal_approved", ref)).rejects.toMatchObject({ code: "wrong_state" });
});

test("whoever prepared and signs is its only author", async () => {
  const ref = newId();
  expect(await sign(await prepared("letter", ref, "key:doctor"), "letter", ref)).toBeNull();
});

test("a renewal decided without what was prepared of it leaves nothing of that to sign, and another one's stays", async () => {
  const [ref, otherRef, letterRef] = [newId(), newId(), newId()];
  const [own, other] = [await prepared("renewal_approved", ref), await prepared("renewal_approved", otherRef)];
  const letter = await prepared("letter", letterRef);
  expect(await sign(undefined, "renewal_declined", ref)).toBeNull();
  expect(await sign(undefined, "letter", letterRef)).toBeNull();
  expect([await endedOf(own), await endedOf(other), await endedOf(letter)]).toEqual(["dropped", null, null]);
});
