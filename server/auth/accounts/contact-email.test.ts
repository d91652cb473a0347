import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices } from "#server/platform/services.ts";
import { atOnce, endTask, openTask, taskById } from "#server/tasks/public.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { issueLink, linkDigests } from "../single-use-links.ts";
import { confirmContactEmail, contactEmailOf, unconfirmedContactEmails } from "./contact-email.ts";
import { recoveryWaitsUntil } from "./email-change-by-practice.ts";

let server: TestServer;
let rosa: TestPatient;
let ana: TestPatient;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  [rosa, ana] = [await server.newPatient(), await server.newPatient()];
});

const minute = (number: number) => new Date(Date.UTC(2020, 0, 1, 12, number));
const inTx = <T>(work: (tx: TxServices) => Promise<T>) => inTransaction(server.services, work);
/** An entry on a patient's chart that names another address, with the secret of its link. */
const asked = ({ id: patientId }: TestPatient) =>
  inTx(async (tx) => {
    const taskId = await openTask(tx, {
      ...{ kind: "log", patientId, orderId: null, conversationId: null, actor: "key:test", words: "Mail elsewhere" },
      ...{ asker: { role: "nurse", memberId: null }, asked: { role: "nurse", memberId: null }, holds: false },
      days: atOnce({ today: "2020-01-01", now: minute(0) }),
      log: { kind: "contact_way", fields: [], onChart: true },
    });
    const { secret, digest } = await issueLink(tx, "contact_email", patientId, 3600);
    const email = `safe-${newId()}@example.com`;
    await tx.db
      .insertInto("contact_email")
      .values({ task_id: taskId, patient_id: patientId, email, code_hash: digest })
      .execute();
    return { taskId, email, secret };
  });
const confirm = (secret: string, at: Date) =>
  inTx((tx) => confirmContactEmail(tx.db, linkDigests(tx.secrets, secret), at));
const end = (id: string) =>
  inTx(async (tx) => {
    const task = (await taskById(tx.db, id)) ?? expect.fail("no entry");
    await endTask(tx, task, { outcome: "done", note: undefined, actor: "key:test" });
  });
const of = ({ id }: TestPatient) => contactEmailOf(server.services.db, id);

test("another address counts from when it's confirmed until its entry ends, for its patient alone", async () => {
  const [entry, others] = [await asked(rosa), await asked(ana)];
  expect([await of(rosa), await of(ana)]).toEqual([null, null]);
  expect(await confirm(entry.secret, minute(1))).toBe(entry.email);
  expect([await of(rosa), await of(ana)]).toEqual([{ email: entry.email, confirmedAt: minute(1) }, null]);
  expect(await confirm(others.secret, minute(2))).toBe(others.email);
  await end(entry.taskId);
  expect([await of(rosa), await of(ana)]).toEqual([null, { email: others.email, confirmedAt: minute(2) }]);
});

test("for a day after it's confirmed nobody gets a link for this patient's new password", async () => {
  const { secret } = await asked(rosa);
  const waits = (owner: TestPatient, at: Date) => recoveryWaitsUntil(server.services.db, owner, at);
  expect(await waits(rosa, minute(1))).toBeNull();
  await confirm(secret, minute(1));
  const day = 24 * 60;
  expect([await waits(rosa, minute(day)), await waits(rosa, minute(1 + day)), await waits(ana, minute(2))]).toEqual([
    ...[minute(1 + day), null, null],
  ]);
});

test("of two that stand the one that was confirmed last counts, whichever was asked for first", async () => {
  const [first, second] = [await asked(rosa), await asked(rosa)];
  await confirm(second.secret, minute(1));
  await confirm(first.secret, minute(2));
  expect(await of(rosa)).toEqual({ email: first.email, confirmedAt: minute(2) });
  await end(first.taskId);
  expect(await of(rosa)).toEqual({ email: second.email, confirmedAt: minute(1) });
});

test("a repeat answers the same and changes nothing; an entry that has ended confirms nothing", async () => {
  const [entry, ended] = [await asked(rosa), await asked(rosa)];
  await confirm(entry.secret, minute(1));
  expect(await confirm(entry.secret, minute(3))).toBe(entry.email);
  expect((await of(rosa))?.confirmedAt).toEqual(minute(1));
  await end(ended.taskId);
  expect(await confirm(ended.secret, minute(2))).toBeUndefined();
  expect(await confirm("no such secret", minute(2))).toBeUndefined();
});

test("which of these entries name an address that nobody has confirmed", async () => {
  const [confirmed, open, other] = [await asked(rosa), await asked(rosa), await asked(ana)];
  await confirm(confirmed.secret, minute(1));
  const ids = [confirmed.taskId, open.taskId];
  expect(await unconfirmedContactEmails(server.services.db, ids)).toEqual(new Set([open.taskId]));
  expect(await unconfirmedContactEmails(server.services.db, [])).toEqual(new Set());
  expect(await unconfirmedContactEmails(server.services.db, [other.taskId])).toEqual(new Set([other.taskId]));
});
