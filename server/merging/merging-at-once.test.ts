import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { sharedTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { endTreatment } from "#server/treatment/end-treatment.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { ask, linked, mergeCode } from "./testing/two-accounts.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const retiredRow = ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("patient")
    .select(["email", "closed_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Asked, and agreed in the surviving one's mailbox: the other one's answer makes one account. */
async function almostMerged(retired: TestPatient) {
  const surviving = await server.newPatient();
  const pair = await linked(server, [surviving, retired]);
  await ask(server, pair, surviving);
  const [one, code] = [await mergeCode(server, surviving.email), await mergeCode(server, retired.email)];
  await server.call(account.confirmMerge, { body: { code: one, signin: "this" } });
  const answer = () => server.call(account.confirmMerge, { body: { code, signin: "other" } });
  return { surviving, pair, answer };
}

async function endedCare() {
  const patient = await inCare(server);
  await inTransaction(server.services, (tx) => endTreatment(tx, patient.id));
  const conversations = await conversationsOf(server, patient);
  return { ...patient, conversationId: conversations.find(({ kind }) => kind === "doctor")?.id ?? "" };
}

describe("a merge beside what happens at the same moment", () => {
  test("waits for an order that is being placed in the record that would close, and sees it", async () => {
    const retired = await endedCare();
    const { answer } = await almostMerged(retired);
    const { db } = server.services;
    const [locked, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const placing = inTransaction({ db }, async ({ db: tx }) => {
      await lockPatientOrders(tx, retired.id);
      locked.resolve();
      await mayGoOn.promise;
      await tx.updateTable("subscription").set({ status: "active" }).where("patient_id", "=", retired.id).execute();
    });
    await locked.promise;
    const asked = answer();
    mayGoOn.resolve();
    await placing;
    const { status, problem } = await asked;
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect((await retiredRow(retired)).closed_at).toBeNull();
  });

  test("a message of the patient is never closed unread: it's refused, or the merge is", async () => {
    for (let round = 0; round < 4; round += 1) {
      const retired = await endedCare();
      const { answer } = await almostMerged(retired);
      const [message, merge] = await Promise.all([
        sendAsPatient(server, retired, retired.conversationId, { message: "Is the rash from the patch?" }),
        answer(),
      ]);
      const waiting = await server.services.db
        .selectFrom("conversation")
        .select("waiting_since")
        .where("id", "=", retired.conversationId)
        .executeTakeFirstOrThrow();
      const outcome = [message.status < 300, merge.status === 200, waiting.waiting_since !== null];
      expect([
        [true, false, true],
        [false, true, false],
      ]).toContainEqual(outcome);
    }
  });

  test("closing the account, withdrawing or another verdict at that moment: one of the two is done", async () => {
    const others = [
      (retired: TestPatient) =>
        server.call(account.closeAccount, { body: { password: retired.password } }, { token: retired.token }),
      (_: TestPatient, pair: string) => server.call(care.withdrawMerge, { params: { id: pair } }, { apiKey }),
      (_: TestPatient, pair: string) =>
        server.call(
          care.judgePair,
          { params: { id: pair }, body: { version: 1, verdict: "not_same", reason: "Two sisters." } },
          { apiKey },
        ),
    ];
    for (const other of others) {
      const retired = await server.newPatient();
      const { pair, answer } = await almostMerged(retired);
      const [done, merge] = await Promise.all([other(retired, pair), answer()]);
      expect([done.status === 200, merge.status === 200].filter(Boolean), String(other)).toHaveLength(1);
    }
  });
});
