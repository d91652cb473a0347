import { beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import type { JobHandler, Jobs, QueueOptions } from "#server/platform/jobs/jobs.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { enqueueAccountChange } from "./accounts/account-events.ts";
import { enqueueSignUpReferral } from "./accounts/referred.ts";
import { defineAuthJobs, deleteExpiredAuthRows } from "./jobs.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** The queues of auth, whose listeners note what they are called with. */
function defined() {
  const queues = new Map<string, { readonly handler: JobHandler; readonly options?: QueueOptions | undefined }>();
  const enqueued: { queue: string; data: Record<string, unknown> }[] = [];
  const jobs = {
    define: (queue: string, handler: JobHandler, options?: QueueOptions) => queues.set(queue, { handler, options }),
    enqueue: (_: unknown, queue: string, data: Record<string, unknown>) =>
      Promise.resolve(void enqueued.push({ queue, data })),
  } as unknown as Jobs;
  const heard: unknown[] = [];
  const listeners = <T>(what: string) =>
    [1, 2].map((listener) => (_: unknown, data: T) => Promise.resolve(void heard.push([what, listener, data])));
  const accountChangeListeners = listeners("account");
  defineAuthJobs({ accountChangeListeners, signUpReferralListeners: listeners("referral") })(jobs, server.services);
  const work = async () => {
    for (const { queue, data } of enqueued.splice(0)) await queues.get(queue)?.handler(data);
  };
  return { queues, jobs, heard, work };
}

test("auth works off each of its queues; what others listen to is tried again for hours", () => {
  const { queues } = defined();
  expect(Object.fromEntries([...queues].map(([queue, { options }]) => [queue, options]))).toEqual({
    "auth.search_index": { cron: "*/5 * * * *" },
    "auth.recovery": undefined,
    "auth.helper-recovery": undefined,
    "auth.helpers": { cron: "23 * * * *" },
    "auth.email-change": undefined,
    "auth.account-changed": { retries: 13 },
    "auth.referred": { retries: 13 },
    "auth.cleanup": { cron: "17 * * * *" },
  });
});

test("each listener hears of each change of an account, and of each code at sign-up", async () => {
  const { jobs, heard, work } = defined();
  const tx = server.services.db as never;
  const change = { patientId: newId(), template: "email_changed" } as const;
  await enqueueAccountChange(tx, { jobs }, change);
  await work();
  expect(heard.splice(0)).toEqual([1, 2].map((each) => ["account", each, { ...change, id: expect.any(String) }]));
  const referral = { patientId: newId(), referralcode: "ROSA" };
  await enqueueSignUpReferral(tx, { jobs }, referral);
  await work();
  expect(heard).toEqual([1, 2].map((each) => ["referral", each, referral]));
});

test("links are deleted a day after they expired, and sessions a month after; a member's links stay", async () => {
  const { db } = server.services;
  const now = new Date("2001-06-01T00:00:00Z");
  const ago = (days: number, ms = 0) => new Date(now.getTime() - days * 24 * 3_600_000 - ms);
  const { id: patient_id } = await server.newPatient();
  const digest = () => Buffer.from(newId());
  const link = async (expires_at: Date) => {
    const own = digest();
    await db
      .insertInto("single_use_link")
      .values({ digest: own, purpose: "password_recovery", patient_id, expires_at })
      .execute();
    return own;
  };
  const session = async (expires_at: Date) => {
    const id = newId();
    await db
      .insertInto("session")
      .values({ id, patient_id, created_at: now, last_used_at: now, expires_at, user_agent: "" })
      .execute();
    await db.insertInto("refresh_token").values({ token_hash: digest(), session_id: id, issued_at: now }).execute();
    return id;
  };
  const links = [await link(ago(1)), await link(ago(1, 1))];
  const sessions = [await session(ago(30)), await session(ago(30, 1))];
  const member = {
    id: newId(),
    email: `${newId()}@practice.example`,
    name: "Dana",
    roles: ["nurse"],
    created_by: "key:a",
  };
  await db
    .insertInto("staff_member")
    .values({ ...member, created_at: now })
    .execute();
  const invitation = digest();
  await db
    .insertInto("single_use_link")
    .values({ digest: invitation, purpose: "staff_invitation", member_id: member.id, expires_at: ago(9) })
    .execute();
  await deleteExpiredAuthRows(db, now);
  const left = await db
    .selectFrom("single_use_link")
    .select("digest")
    .where("digest", "in", [...links, invitation])
    .execute();
  const texts = (all: readonly Uint8Array[]) => all.map((each) => Buffer.from(each).toString()).toSorted();
  expect(texts(left.map((row) => row.digest))).toEqual(texts([links[0] ?? invitation, invitation]));
  const kept = await db.selectFrom("session").select("id").where("id", "in", sessions).execute();
  expect(kept).toEqual([{ id: sessions[0] }]);
  const tokens = await db
    .selectFrom("refresh_token")
    .select("session_id")
    .where("session_id", "in", sessions)
    .execute();
  expect(tokens).toEqual([{ session_id: sessions[0] }]);
});
