import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { JobHandler } from "#server/platform/jobs/jobs.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { accountById } from "../patients/account-queries.ts";
import { issueLink } from "../single-use-links.ts";
import { askForEmailChange, recoveryWaitsUntil, stopEmailChange } from "./email-change-by-practice.ts";
import { confirmEmailChange, defineEmailChangeJob, requestEmailChange } from "./email-change.ts";
import { defineRecoveryJob, requestPasswordRecovery } from "./recovery.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
interface Owner {
  readonly id: string;
  readonly email: string;
}
let rosa: Owner;
let other: Owner;
beforeEach(async () => {
  [rosa, other] = [await server.newPatient(), await server.newPatient()];
});

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.UTC(2020, 0, 1) + hours * hour);
/** The services of so many hours after the first. */
const at = (hours: number) =>
  ({
    ...server.services,
    clock: { ...server.services.clock, now: () => inHours(hours) },
    refuse: (code: string) => new Refusal(code as never),
  }) as never as Parameters<typeof confirmEmailChange>[0];
const code = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
  );
const freshEmail = () => `changed-${newId()}@example.com`;
const emailOf = async ({ id }: Owner) => (await accountById(server.services.db, id)).email;

/** A change of the first hour: asked of the practice with `stop`, else of the patient. */
async function change(owner: Owner, email = freshEmail(), { stops = true, hours = 24 } = {}) {
  const { db } = server.services;
  const confirming = await issueLink(at(0), "email_change", owner.id, hours * 3600);
  const stopping = stops ? await issueLink(at(0), "email_change_stop", owner.id, 7 * 24 * 3600) : null;
  const asked = stopping && { stop_hash: stopping.digest, previous_email: owner.email, asked_at: inHours(0) };
  await db
    .insertInto("email_change")
    .values({
      code_hash: confirming.digest,
      patient_id: owner.id,
      new_email: email,
      expires_at: confirming.expiresAt,
      ...asked,
    })
    .execute();
  const rowOf = () =>
    db.selectFrom("email_change").selectAll().where("code_hash", "=", confirming.digest).executeTakeFirst();
  return { email, confirm: confirming.secret, stop: stopping?.secret ?? "", rowOf };
}

describe("a change that is confirmed", () => {
  test("is the account's e-mail, once, as long as it is that one", async () => {
    const [own, others] = [await change(rosa), await change(other)];
    expect(await confirmEmailChange(at(1), own.confirm)).toBe(own.email);
    expect([await emailOf(rosa), await emailOf(other)]).toEqual([own.email, other.email]);
    const row = await server.services.db.selectFrom("patient").selectAll().where("id", "=", rosa.id).executeTakeFirst();
    expect(row).toMatchObject({ email_verified_at: inHours(1), email_refused_at: null });
    expect(await confirmEmailChange(at(2), own.confirm)).toBe(own.email);
    expect(await own.rowOf()).toMatchObject({ used_at: inHours(1), stopped_at: null });
    expect(await others.rowOf()).toMatchObject({ used_at: null, stopped_at: null });
    const next = await change({ ...rosa, email: own.email });
    await confirmEmailChange(at(2), next.confirm);
    expect(await code(confirmEmailChange(at(3), own.confirm))).toBe("link_expired");
  });

  test("ends all others of this patient, those asked of the practice as stopped", async () => {
    const [first, second, own] = [
      await change(rosa),
      await change(rosa),
      await change(rosa, freshEmail(), { stops: false }),
    ];
    const others = await change(other);
    await confirmEmailChange(at(1), second.confirm);
    expect(await first.rowOf()).toMatchObject({ stopped_at: inHours(1), used_at: inHours(1) });
    expect(await second.rowOf()).toMatchObject({ stopped_at: null, used_at: inHours(1) });
    expect(await own.rowOf()).toMatchObject({ stopped_at: null, used_at: inHours(1) });
    expect(await others.rowOf()).toMatchObject({ stopped_at: null, used_at: null });
    const open = server.services.db
      .selectFrom("single_use_link")
      .select("patient_id")
      .where("patient_id", "in", [rosa.id, other.id])
      .where("purpose", "=", "email_change")
      .where("ended_at", "is", null);
    expect(await open.execute()).toEqual([{ patient_id: other.id }]);
    for (const each of [first, own]) expect(await code(confirmEmailChange(at(2), each.confirm))).toBe("link_expired");
    expect(await confirmEmailChange(at(2), others.confirm)).toBe(others.email);
  });

  test("leaves one that was confirmed before to the link that takes it back: whoever reads the old mailbox still can", async () => {
    const [practices, own] = [await change(rosa), await change(rosa, freshEmail(), { stops: false, hours: 48 })];
    await confirmEmailChange(at(1), practices.confirm);
    const later = await change({ ...rosa, email: practices.email }, freshEmail(), { stops: false });
    await confirmEmailChange(at(2), later.confirm);
    expect(await practices.rowOf()).toMatchObject({ used_at: inHours(1), stopped_at: null });
    expect(await own.rowOf()).toMatchObject({ used_at: inHours(1) });
    expect(await stopEmailChange(at(3), practices.stop)).toEqual({ email: rosa.email, takenBack: true });
    expect(await emailOf(rosa)).toBe(rosa.email);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["it is late", async () => confirmEmailChange(at(24), (await change(rosa)).confirm)],
    ["the code is another purpose's", async () => confirmEmailChange(at(1), (await change(rosa)).stop)],
    ["nobody knows the code", () => confirmEmailChange(at(1), "unknown")],
    [
      "the e-mail is another account's",
      async () => confirmEmailChange(at(1), (await change(rosa, other.email)).confirm),
    ],
    [
      "the old mailbox has taken it back, although the same e-mail was confirmed anew",
      async () => {
        const first = await change(other);
        await confirmEmailChange(at(1), first.confirm);
        await stopEmailChange(at(2), first.stop);
        const again = await change(other, first.email, { stops: false });
        expect(await confirmEmailChange(at(3), again.confirm)).toBe(first.email);
        return confirmEmailChange(at(4), first.confirm);
      },
    ],
    [
      "the account is closed",
      async () => {
        const { confirm } = await change(rosa);
        const email = server.services.secrets.seal(rosa.email, sealed("patient.closed_email_sealed")(rosa.id));
        const closed = { closed_at: inHours(0), closed_email_sealed: email };
        await server.services.db.updateTable("patient").set(closed).where("id", "=", rosa.id).execute();
        return confirmEmailChange(at(1), confirm);
      },
    ],
  ])("is refused where %s", async (_, work) => {
    expect(await code(work())).toBe("link_expired");
    expect(await emailOf(rosa)).toBe(rosa.email);
  });
});

describe("a change that is stopped", () => {
  test("stops all that the practice was asked for, of this patient, and says so again", async () => {
    const [first, second, own] = [
      await change(rosa),
      await change(rosa),
      await change(rosa, freshEmail(), { stops: false }),
    ];
    const others = await change(other);
    const stopped = { email: rosa.email, takenBack: false };
    expect(await stopEmailChange(at(1), first.stop)).toEqual(stopped);
    expect(await stopEmailChange(at(2), first.stop)).toEqual(stopped);
    for (const each of [first, second])
      expect(await each.rowOf()).toMatchObject({ stopped_at: inHours(1), used_at: null });
    for (const each of [own, others]) expect(await each.rowOf()).toMatchObject({ stopped_at: null });
    expect(await code(confirmEmailChange(at(3), second.confirm))).toBe("link_expired");
    expect(await confirmEmailChange(at(3), own.confirm)).toBe(own.email);
  });

  test("after it was confirmed is taken back, with its password and every link that was asked for meanwhile", async () => {
    const own = await change(rosa);
    await confirmEmailChange(at(1), own.confirm);
    const [meanwhile, others] = [await change(rosa, freshEmail(), { stops: false }), await change(other)];
    const recovery = await issueLink(at(1), "password_recovery", rosa.id, 24 * 3600);
    const before = await accountById(server.services.db, rosa.id);
    expect(await stopEmailChange(at(2), own.stop)).toEqual({ email: rosa.email, takenBack: true });
    expect(await code(confirmEmailChange(at(3), meanwhile.confirm))).toBe("link_expired");
    expect(await confirmEmailChange(at(3), others.confirm)).toBe(others.email);
    const { ended_at: endedAt } = await server.services.db
      .selectFrom("single_use_link")
      .select("ended_at")
      .where("digest", "=", recovery.digest)
      .executeTakeFirstOrThrow();
    expect(endedAt).not.toBeNull();
    const after = await accountById(server.services.db, rosa.id);
    expect([after.email, after.password_hash === before.password_hash]).toEqual([rosa.email, false]);
    const live = await server.services.db
      .selectFrom("session")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .where("revoked_at", "is", null)
      .execute();
    expect(live).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a week is over", async () => stopEmailChange(at(7 * 24), (await change(rosa)).stop)],
    ["the code is another purpose's", async () => stopEmailChange(at(1), (await change(rosa)).confirm)],
    [
      "the old e-mail has come to belong to another account",
      async () => {
        const own = await change(rosa);
        await confirmEmailChange(at(1), own.confirm);
        await server.newPatient({ email: rosa.email });
        return stopEmailChange(at(2), own.stop);
      },
    ],
  ])("is refused where %s", async (_, work) => expect(await code(work())).toBe("link_expired"));
});

describe("a new password waits", () => {
  const waits = (owner: Owner, hours: number) => recoveryWaitsUntil(server.services.db, owner, inHours(hours));

  test("for a day after the practice's change, of this account and e-mail", async () => {
    const own = await change(rosa);
    expect(await waits({ ...rosa, email: own.email }, 1)).toBeNull();
    await confirmEmailChange(at(1), own.confirm);
    const changed = { ...rosa, email: own.email };
    expect(await waits(changed, 24.9)).toEqual(inHours(25));
    expect([await waits(changed, 25), await waits(rosa, 2), await waits({ ...other, email: own.email }, 2)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("after the latest, and neither after the patient's own nor after one that was stopped", async () => {
    const own = await change(rosa, freshEmail(), { stops: false });
    await confirmEmailChange(at(1), own.confirm);
    const changed = { ...rosa, email: own.email };
    expect(await waits(changed, 2)).toBeNull();
    const stopped = await change(other);
    await confirmEmailChange(at(1), stopped.confirm);
    const { db } = server.services;
    const ofOther = { ...other, email: stopped.email };
    await db
      .updateTable("email_change")
      .set({ stopped_at: inHours(1) })
      .where("patient_id", "=", other.id)
      .execute();
    expect(await waits(ofOther, 2)).toBeNull();
    const [early, late] = [await change(ofOther, stopped.email), await change(ofOther, stopped.email)];
    for (const [each, used] of [
      [late, 5],
      [early, 3],
    ] as const) {
      const { code_hash } = (await each.rowOf()) ?? expect.fail("It is gone");
      await db
        .updateTable("email_change")
        .set({ used_at: inHours(used) })
        .where("code_hash", "=", code_hash)
        .execute();
    }
    await change(ofOther, stopped.email);
    expect(await waits(ofOther, 6)).toEqual(inHours(29));
  });
});

test("what a patient asks for is mailed, for as long as its link opens, and once however often the job runs", async () => {
  const patient = await server.newPatient();
  const enqueued: { id?: string; until?: string }[] = [];
  const enqueue = (_: unknown, _queue: string, job: (typeof enqueued)[number]) =>
    Promise.resolve(void enqueued.push(job));
  const services = { ...at(0), jobs: { ...server.services.jobs, enqueue } } as never;
  const works: JobHandler[] = [];
  const jobs = { define: (_: string, work: JobHandler) => works.push(work) } as never;
  defineEmailChangeJob(jobs, services);
  defineRecoveryJob(jobs, services);
  await requestEmailChange(services, { patientId: patient.id, email: freshEmail(), password: patient.password });
  await requestPasswordRecovery(services, patient.email, "account");
  const mails = async () => {
    for (const [index, work] of works.entries()) await work(enqueued[index] as never);
    return enqueued.slice(2).map(({ id }) => id);
  };
  const [changed, recovered, ...more] = [...(await mails()), ...(await mails()).slice(2)];
  expect(new Set([changed, recovered]).size).toBe(2);
  expect(more).toEqual([changed, recovered]);
  const [hour, half] = [inHours(1).toISOString(), inHours(0.5).toISOString()];
  expect(enqueued.map(({ until }) => until)).toEqual([undefined, undefined, hour, half, hour, half]);
});

test("what is asked of the practice is mailed to both mailboxes, and lasts a day and a week", async () => {
  const email = freshEmail();
  const words = { how: "by phone", date: "March 9", who: "Dana" };
  const counted: unknown[] = [];
  const consume = (...attempt: unknown[]) => Promise.resolve(void counted.push(attempt));
  const limiter = { ...server.services.limiter, consume };
  const mailedUntil: unknown[] = [];
  const enqueue = (_: unknown, _queue: string, job: { until?: string }) =>
    Promise.resolve(void mailedUntil.push(job.until));
  await inTransaction(at(0), (tx) =>
    askForEmailChange({ ...tx, limiter, jobs: { ...tx.jobs, enqueue } }, { ...rosa, firstname: "Rosa" }, email, words),
  );
  expect(counted).toEqual([["email-by-practice", rosa.id, { points: 5, seconds: 900 }]]);
  expect(mailedUntil).toEqual([inHours(24).toISOString(), undefined]);
  const { db } = server.services;
  const row = await db.selectFrom("email_change").selectAll().where("patient_id", "=", rosa.id).executeTakeFirst();
  expect(row).toMatchObject({
    ...{ new_email: email, previous_email: rosa.email, expires_at: inHours(24), asked_at: inHours(0), used_at: null },
  });
  const links = await db
    .selectFrom("single_use_link")
    .select(["purpose", "expires_at"])
    .where("patient_id", "=", rosa.id)
    .orderBy("purpose")
    .execute();
  expect(links).toEqual([
    { purpose: "email_change", expires_at: inHours(24) },
    { purpose: "email_change_stop", expires_at: inHours(7 * 24) },
  ]);
  const asked = inTransaction(at(0), (tx) => askForEmailChange(tx, { ...rosa, firstname: null }, other.email, words));
  expect(await code(asked)).toBe("bad_request");
  const same = inTransaction(at(0), (tx) => askForEmailChange(tx, { ...rosa, firstname: null }, rosa.email, words));
  expect(await code(same)).toBeNull();
});

test.each([
  ["confirmed", confirmEmailChange],
  ["stopped", stopEmailChange],
])(
  "a change whose e-mail has come to belong to somebody else can't be %s; another failure is no expired link",
  async (_, act) => {
    const failing = (error: Error) => {
      const transaction = () => ({ execute: () => Promise.reject(error) });
      return act({ ...at(1), db: { withoutPlugins: () => ({ transaction }) } } as never, "a code");
    };
    expect(await code(failing(Object.assign(new Error("taken"), { code: "23505" })))).toBe("link_expired");
    await expect(failing(new Error("down"))).rejects.toThrow("down");
  },
);
